internal import MocoaLocalization
internal import MocoaModel

/// The options of a page: the options of its URL, and the values of the opener.
///
/// A value of the opener overrides the URL's option of the same name. A value of `nil` hides the
/// option. In a query, `?a=1` is text, `?a=` is empty text, `?a` is an option without a value, and
/// `?a=1&a=2` is an array of text in order. Percent-encoding is decoded. A `+` is not decoded as a
/// space.
///
/// ```swift
/// let id = try options.int("id")              // throws: option "id": "x" is not a whole number
/// let page = try options.optionalInt("page") ?? 1
/// let contact = try options.value("model", as: Contact.self)
/// ```
public struct PageOptions: Sendable {
  /// The URL that was opened.
  public let url: ModuleURL

  private let explicit: [String: (any Sendable)?]

  /// Creates options from a URL and values that override its options.
  public init(url: ModuleURL, overrides explicit: [String: (any Sendable)?] = [:]) {
    self.url = url
    self.explicit = explicit
  }

  /// Returns these options for another URL, with the same overriding values.
  func at(_ url: ModuleURL) -> PageOptions { PageOptions(url: url, overrides: explicit) }

  /// Returns the value of an option, or `nil` if it is missing or has no value.
  ///
  /// An option that occurs several times in the URL is a `[String]`. An occurrence without `=` is
  /// an empty text in this array.
  public subscript(name: String) -> (any Sendable)? {
    if let option = explicit[name] { return option }
    let values = url.values(of: name)
    return values.count > 1 ? values.map { $0 ?? "" } : values.first ?? nil
  }

  /// Returns `true` if an option exists, with or without a value.
  public func contains(_ name: String) -> Bool {
    explicit.keys.contains(name) || url.options.contains { $0.name == name }
  }

  /// The names of all options: those of the URL in order, then the others sorted by name.
  public var names: [String] {
    var seen: Set<String> = []
    return (url.options.map(\.name) + explicit.keys.sorted()).filter { seen.insert($0).inserted }
  }

  /// Returns `true` if the URL contains an option exactly once, without a value, and no value
  /// overrides it.
  fileprivate func isFlag(_ name: String) -> Bool {
    !explicit.keys.contains(name) && url.values(of: name) == [nil]
  }
}

/// An error that occurs when the value of a page option is read.
public enum OptionError: Error, Hashable, CustomStringConvertible {
  /// The option is missing or has no value.
  case missing(option: String, expected: String)

  /// The value of the option does not have the expected type.
  case mismatch(option: String, expected: String, found: String)

  /// The option, its value and the expected type in one line.
  public var description: String {
    switch self {
    case .missing(let option, let expected):
      localized("missing option \"\(option)\": \(expected)")
    case .mismatch(let option, let expected, let found):
      localized(
        "option \"\(option)\": \(FieldValue.string(found).summary(limit: 60)) is not \(expected)")
    }
  }
}

// MARK: - Values of a type

extension PageOptions {
  /// Returns the value of an option as an integer.
  ///
  /// - Throws: ``OptionError`` if the option is missing, has no value, or is not an integer.
  public func int(_ name: String) throws(OptionError) -> Int {
    try required(name, Expected.int, optionalInt(name))
  }

  /// Returns the value of an option as an integer, or `nil` if the option is missing or has no
  /// value.
  public func optionalInt(_ name: String) throws(OptionError) -> Int? {
    try read(name, Expected.int) { value in
      if let text = value as? String { return Int(text) }
      return (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
    }
  }

  /// Returns the value of an option as a finite number.
  ///
  /// - Throws: ``OptionError`` if the option is missing, has no value, or is not a finite number.
  public func double(_ name: String) throws(OptionError) -> Double {
    try required(name, Expected.double, optionalDouble(name))
  }

  /// Returns the value of an option as a finite number, or `nil` if the option is missing or has no
  /// value.
  public func optionalDouble(_ name: String) throws(OptionError) -> Double? {
    let number = try read(name, Expected.double) { value -> Double? in
      if let text = value as? String { return Double(text) }
      if let integer = value as? any BinaryInteger { return Double(integer) }
      return (value as? any BinaryFloatingPoint).map { Double($0) }
    }
    guard let number, !number.isFinite else { return number }
    throw .mismatch(option: name, expected: Expected.double, found: "\(number)")
  }

  /// Returns the value of an option as text.
  ///
  /// - Throws: ``OptionError`` if the option is missing, has no value, or is not text.
  public func string(_ name: String) throws(OptionError) -> String {
    try required(name, Expected.text, optionalString(name))
  }

  /// Returns the value of an option as text, or `nil` if the option is missing or has no value.
  public func optionalString(_ name: String) throws(OptionError) -> String? {
    try read(name, Expected.text) { $0 as? String }
  }

  /// Returns the values of an option that may occur several times, in order.
  ///
  /// The array is empty if the option is missing.
  public func strings(_ name: String) throws(OptionError) -> [String] {
    try read(name, Expected.texts) { $0 as? [String] ?? ($0 as? String).map { [$0] } } ?? []
  }

  /// Returns the value of an option as a Boolean value.
  ///
  /// `true`, `yes`, `on`, `1` and an option without a value are `true`. `false`, `no`, `off`, `0`
  /// and a missing option are `false`.
  public func bool(_ name: String) throws(OptionError) -> Bool {
    if isFlag(name) { return true }
    let value = try read(name, Expected.bool) { value -> Bool? in
      guard let text = value as? String else { return value as? Bool }
      return switch text.lowercased() {
      case "true", "yes", "on", "1": true
      case "false", "no", "off", "0": false
      default: nil
      }
    }
    return value ?? false
  }

  /// Returns the value of an option as the URL of a module.
  public func moduleURL(_ name: String) throws(OptionError) -> ModuleURL {
    let url = try read(name, Expected.moduleURL) { value in
      value as? ModuleURL ?? (value as? String).flatMap { try? ModuleURL($0) }
    }
    return try required(name, Expected.moduleURL, url)
  }

  /// Returns a value of any type that overrides an option.
  ///
  /// Only Swift code that opens the page can set such a value.
  public func value<Value>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(OptionError) -> Value {
    let expected = localized("a \(Value.self)")
    return try required(name, expected, read(name, expected) { $0 as? Value })
  }

  /// The descriptions of expected types in error messages.
  private enum Expected {
    static var int: String { localized("a whole number") }
    static var double: String { localized("a number") }
    static var text: String { localized("a string") }
    static var texts: String { localized("strings") }
    static var bool: String { localized("true or false") }
    static var moduleURL: String { localized("the URL of a module") }
  }

  private func read<Value>(
    _ name: String, _ expected: String, _ convert: (any Sendable) -> Value?
  ) throws(OptionError) -> Value? {
    guard let value = self[name] else { return nil }
    guard let converted = convert(value) else {
      throw .mismatch(option: name, expected: expected, found: "\(value)")
    }
    return converted
  }

  private func required<Value>(
    _ name: String, _ expected: String, _ value: Value?
  ) throws(OptionError) -> Value {
    guard let value else { throw .missing(option: name, expected: expected) }
    return value
  }
}

/// The list options of a URL: filter, sort order, groups, fields and view.
///
/// The renderer applies the list options of a page that shows one list. The page's own `url` does
/// not contain them, so pages opened from it do not inherit them. If a page embeds lists, the
/// options apply to the first of these lists.
public enum ListOption: String, CaseIterable, Sendable {
  /// The filter text.
  case filter

  /// The fields by which the items are sorted.
  case sort

  /// The field by which the items are grouped.
  case group

  /// The fields of the items that are shown.
  case fields

  /// The form in which nested items are shown: `tree` or `table`.
  case view
}

extension ModuleURL {
  /// The list options of the URL.
  public var listOptions: [Option] { options.filter(\.isListOption) }

  /// The URL without its list options.
  public func removingListOptions() -> ModuleURL {
    var url = self
    url.options.removeAll(where: \.isListOption)
    return url
  }
}

extension ModuleURL.Option {
  fileprivate var isListOption: Bool { ListOption(rawValue: name) != nil }
}
