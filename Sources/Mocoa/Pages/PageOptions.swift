internal import MocoaLanguage
internal import MocoaModel

/// What a page was opened with: the options of its URL, and values given beside them.
///
/// A value that was given wins over the URL's option of that name; one that was given as nil hides it.
/// Of the URL's query, `?a=1` is a text, `?a=` an empty one, `?a` is there and has no value, and
/// `?a=1&a=2` are texts in order. Percent-encoding is decoded; a `+` stays a plus.
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

  /// The options of a URL, and values given beside it.
  public init(url: ModuleURL, explicit: [String: (any Sendable)?] = [:]) {
    self.url = url
    self.explicit = explicit
  }

  /// The same values beside another URL.
  func at(_ url: ModuleURL) -> PageOptions { PageOptions(url: url, explicit: explicit) }

  /// The value of an option; nil where there is none, or one without a value.
  ///
  /// One that the URL names repeatedly is a `[String]`, in which one without `=` is empty.
  public subscript(name: String) -> (any Sendable)? {
    if let given = explicit[name] { return given }
    let values = url.values(of: name)
    return values.count > 1 ? values.map { $0 ?? "" } : values.first ?? nil
  }

  /// Whether an option is there, if without a value.
  public func contains(_ name: String) -> Bool {
    explicit.keys.contains(name) || url.options.contains { $0.name == name }
  }

  /// The names of all options that are there: those of the URL in its order, then the others by name.
  public var names: [String] {
    var seen: Set<String> = []
    return (url.options.map(\.name) + explicit.keys.sorted()).filter { seen.insert($0).inserted }
  }

  /// Whether the URL names an option without a value, and nobody gave another.
  fileprivate func isFlag(_ name: String) -> Bool {
    !explicit.keys.contains(name) && url.values(of: name) == [nil]
  }
}

/// Why an option is not what a page needs.
public enum OptionError: Error, Hashable, CustomStringConvertible {
  /// It is not there, or has no value.
  case missing(option: String, expected: String)

  /// It has another value than was expected.
  case mismatch(option: String, expected: String, found: String)

  /// One line that names the option, its value, and what is expected.
  public var description: String {
    switch self {
    case .missing(let option, let expected):
      phrase("option \"\(option)\" is missing: it is \(expected)")
    case .mismatch(let option, let expected, let found):
      phrase(
        "option \"\(option)\": \(FieldValue.text(found).summary(limit: 60)) is not \(expected)")
    }
  }
}

// MARK: - Values of a type

extension PageOptions {
  /// A whole number.
  public func int(_ name: String) throws(OptionError) -> Int {
    try required(name, Expected.int, optionalInt(name))
  }

  /// A whole number, where the option is there with a value.
  public func optionalInt(_ name: String) throws(OptionError) -> Int? {
    try read(name, Expected.int) { value in
      if let text = value as? String { return Int(text) }
      return (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
    }
  }

  /// A number, which may be whole.
  public func double(_ name: String) throws(OptionError) -> Double {
    try required(name, Expected.double, optionalDouble(name))
  }

  /// A number, where the option is there with a value.
  public func optionalDouble(_ name: String) throws(OptionError) -> Double? {
    let number = try read(name, Expected.double) { value -> Double? in
      if let text = value as? String { return Double(text) }
      if let whole = value as? any BinaryInteger { return Double(whole) }
      return (value as? any BinaryFloatingPoint).map { Double($0) }
    }
    guard let number, !number.isFinite else { return number }
    throw .mismatch(option: name, expected: Expected.double, found: "\(number)")
  }

  /// A text.
  public func text(_ name: String) throws(OptionError) -> String {
    try required(name, Expected.text, optionalText(name))
  }

  /// A text, where the option is there with a value.
  public func optionalText(_ name: String) throws(OptionError) -> String? {
    try read(name, Expected.text) { $0 as? String }
  }

  /// Texts in order, of an option that may be repeated; none where it is not there.
  public func texts(_ name: String) throws(OptionError) -> [String] {
    try read(name, Expected.texts) { $0 as? [String] ?? ($0 as? String).map { [$0] } } ?? []
  }

  /// A truth value: `true`, `yes`, `on`, `1` and an option without a value are true, `false`, `no`,
  /// `off` and `0` false, and so is one that is not there.
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

  /// The URL of a module.
  public func moduleURL(_ name: String) throws(OptionError) -> ModuleURL {
    let url = try read(name, Expected.moduleURL) { value in
      value as? ModuleURL ?? (value as? String).flatMap { try? ModuleURL($0) }
    }
    return try required(name, Expected.moduleURL, url)
  }

  /// A value of any type, which only who opens the page from Swift can give.
  public func value<Value>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(OptionError) -> Value {
    let expected = phrase("a \(Value.self)")
    return try required(name, expected, read(name, expected) { $0 as? Value })
  }

  /// What is expected, as errors say it.
  private enum Expected {
    static var int: String { phrase("a whole number") }
    static var double: String { phrase("a number") }
    static var text: String { phrase("a text") }
    static var texts: String { phrase("texts") }
    static var bool: String { phrase("true or false") }
    static var moduleURL: String { phrase("the URL of a module") }
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
