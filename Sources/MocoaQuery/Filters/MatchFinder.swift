public import MocoaModel

/// Finds the parts of an item because of which it matches a filter.
///
/// Negated conditions have no such parts. Of alternatives, each one that matches has parts.
public struct MatchFinder: Sendable {
  /// The part of a value that matches.
  public struct ValueMatch: Sendable, Equatable {
    /// The matching parts of the text that shows the value, in UTF-8 offsets, ascending and without
    /// overlaps.
    ///
    /// If the text does not contain the matching part, as in `{3}` for an object, the range is the
    /// whole text.
    public var ranges: [Range<Int>]

    /// A Boolean value that indicates whether a comparison with the whole value is true.
    public var isCompared: Bool

    /// Creates a match of some parts of a text.
    public init(ranges: [Range<Int>] = [], isCompared: Bool = false) {
      (self.ranges, self.isCompared) = (ranges, isCompared)
    }

    /// A Boolean value that indicates whether no part of the value matches.
    public var isEmpty: Bool { ranges.isEmpty && !isCompared }
  }

  /// The maximum number of parts of a text, and of an item.
  public static let maxRanges = 8

  /// The maximum length in UTF-8 bytes of the beginning of a text that is searched.
  ///
  /// The rest of a longer text is never visible in a row.
  static let maxLength = 1 << 16

  /// The maximum length in UTF-8 bytes of the beginning of a text that expressions search.
  private static let maxExpressionLength = 1 << 11

  private let matcher: FilterMatcher
  private let words: [PatternMatcher]
  private let conditions: [(path: String, test: FieldTest)]

  /// Creates a finder for a filter.
  public init(_ filter: Filter) {
    matcher = FilterMatcher(filter)
    (words, conditions) = matcher.positiveTests
  }

  /// Returns `true` if an item matches the filter.
  ///
  /// The result is also `true` if the comparison could take long, because of a regular expression.
  public func matches(_ item: any CellModel) -> Bool {
    matcher.mayTakeLong || matcher.matches(ElementSubject(item))
  }

  /// Returns `true` if a value of an item matches a pattern that names no field.
  public func findsWord(in item: any CellModel) -> Bool {
    if words.isEmpty { return false }
    var isFound = false
    ElementSubject(item).forEachText { text in
      isFound = words.contains { Self.finds($0, in: text) }
      return !isFound
    }
    return isFound
  }

  /// Returns `true` if a text matches a pattern.
  ///
  /// Expressions do not match long texts, because that could take long.
  private static func finds(_ pattern: PatternMatcher, in text: UnsafeRawBufferPointer) -> Bool {
    guard let expression = pattern.expression else { return pattern.matches(text) }
    return text.count <= maxExpressionLength && !expression.hasSkipped && expression.matches(text)
  }

  /// The paths of the fields that have a condition which is not negated.
  public var conditionPaths: [String] {
    conditions.filter { !$0.test.isExistence }.map(\.path)
  }

  /// Returns the part of a value that matches.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The path of its field.
  ///   - text: The text that shows the value.
  ///   - searchesWords: A Boolean value that indicates whether patterns that name no field apply to
  ///     the field.
  public func match(
    of value: FieldValue, at path: String, shownAs text: String, searchesWords: Bool = true
  ) -> ValueMatch {
    var match = ValueMatch()
    if text.isEmpty { return match }
    var patterns = searchesWords ? words : []
    for condition in conditions where !condition.test.isExistence {
      guard let rest = Self.rest(of: condition.path, in: path) else { continue }
      if let pattern = condition.test.pattern, rest.isEmpty {
        patterns.append(pattern)
      } else if Self.passes(condition.test, value, at: rest) {
        if condition.test.pattern == nil {
          match.isCompared = true
        } else {
          match.ranges = Self.whole(of: text)
        }
      }
    }
    guard match.ranges.isEmpty, !patterns.isEmpty else { return match }
    match.ranges = Self.ranges(of: patterns, in: value, shownAs: text)
    return match
  }

  /// Returns the parts of a text that match patterns which name no field.
  public func ranges(ofWordsIn text: String) -> [Range<Int>] {
    Self.ranges(of: words, in: text)
  }

  // MARK: - Values

  /// Returns the path within a field to which a condition applies, which is empty for the field.
  ///
  /// - Returns: `nil` if the condition applies to other fields.
  private static func rest(of path: String, in field: String) -> String? {
    // A condition on an object applies to its members.
    if path == field || field.hasPrefix(path + ".") { return "" }
    return path.hasPrefix(field + ".") ? String(path.dropFirst(field.count + 1)) : nil
  }

  private static func passes(_ test: FieldTest, _ value: FieldValue, at rest: String) -> Bool {
    if test.expression?.hasSkipped == true { return false }
    let field = rest.isEmpty ? "value" : "value." + rest
    let subject = FieldsSubject(fields: FieldValue.object([.init(name: "value", value: value)]))
    return test.passes(field, subject)
  }

  private static func ranges(
    of patterns: [PatternMatcher], in value: FieldValue, shownAs text: String
  ) -> [Range<Int>] {
    guard let original = value.scalarString else {
      var isFound = false
      let subject = FieldsSubject(fields: FieldValue.object([.init(name: "value", value: value)]))
      subject.forEachText { bytes in
        isFound = patterns.contains { finds($0, in: bytes) }
        return !isFound
      }
      guard isFound else { return [] }
      let shown = ranges(of: patterns, in: text)
      return shown.isEmpty ? whole(of: text) : shown
    }
    let found = ranges(of: patterns, in: original)
    if found.isEmpty || original == text { return found }
    let shown = ranges(of: patterns, in: text)
    return shown.isEmpty ? whole(of: text) : shown
  }

  /// The maximum length of a text that represents a match which it does not contain, in UTF-8
  /// bytes.
  private static let maxWholeLength = 64

  /// Returns the part of a text that represents a match which the text does not contain: the whole
  /// text, or the last character of a long text, which is usually cut off there.
  private static func whole(of text: String) -> [Range<Int>] {
    guard let character = text.lastIndex(where: { $0 != " " }) else { return [] }
    let length = text.utf8.distance(
      from: text.startIndex, to: text.index(after: character))
    if length <= maxWholeLength { return [0..<length] }
    return [text.utf8.distance(from: text.startIndex, to: character)..<length]
  }

  // MARK: - Texts

  /// Returns the parts of a text that match patterns, at most `maxRanges`.
  ///
  /// - Complexity: O(`maxLength`), regardless of the length of the text.
  private static func ranges(of patterns: [PatternMatcher], in text: String) -> [Range<Int>] {
    var text = text
    let isCut = text.utf8.count > maxLength
    if isCut { text = String(decoding: text.utf8.prefix(maxLength), as: UTF8.self) }
    var ranges = text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      let beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(maxExpressionLength))
      return patterns.flatMap { pattern in
        pattern.expression == nil
          ? pattern.ranges(in: bytes, limit: maxRanges, isCut: isCut)
          : pattern.ranges(
            in: beginning, limit: maxRanges, isCut: isCut || beginning.count < bytes.count)
      }
    }
    if ranges.isEmpty { return [] }
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { ranges = ranges.map { characters(of: $0, in: text) } }
    return Array(merged(ranges).prefix(maxRanges))
  }

  /// Returns ranges in ascending order, in which ranges that overlap are one.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Returns the range of the characters that a range of UTF-8 offsets touches.
  private static func characters(of range: Range<Int>, in text: String) -> Range<Int> {
    let utf8 = text.utf8
    func offset(_ index: String.Index) -> Int { utf8.distance(from: utf8.startIndex, to: index) }
    /// The start of the character that contains a byte.
    func start(_ byte: Int) -> String.Index {
      let index = utf8.index(utf8.startIndex, offsetBy: min(byte, utf8.count))
      return index < text.endIndex ? text.index(before: text.index(after: index)) : index
    }
    let last = start(range.upperBound - 1)
    let end = last < text.endIndex ? text.index(after: last) : last
    return offset(start(range.lowerBound))..<offset(end)
  }
}

extension MatchFinder.ValueMatch {
  /// Adds the parts that match another filter.
  public mutating func formUnion(_ other: Self) {
    isCompared = isCompared || other.isCompared
    if !other.ranges.isEmpty { ranges = MatchFinder.merged(ranges + other.ranges) }
  }
}

extension CellModel {
  /// Returns `true` if patterns that name no field search a field of the item.
  func isSearched(_ field: String) -> Bool {
    guard let fields = (self as? any QueryableElement)?.searchedFields else { return true }
    return fields.contains { $0.name == field }
  }
}

extension MatchFinder {
  /// Returns the part of a value of an item that matches, like `match(of:at:shownAs:)`.
  public func match(
    of value: FieldValue, at path: String, shownAs text: String, in item: any CellModel
  ) -> ValueMatch {
    match(
      of: value, at: path, shownAs: text, searchesWords: words.isEmpty || item.isSearched(path))
  }
}

extension MatchFinder {
  /// The maximum length of a text in the content of an item that is searched, in characters.
  ///
  /// A window does not show more.
  private static let maxContentLength = 1_000

  /// The maximum number of fields of an item that are located in a text.
  private static let maxFields = 64

  /// Returns the part of a text in the content of an item that matches.
  ///
  /// The text may contain values of fields: one value alone, or values after the names of their
  /// fields. Otherwise only patterns that name no field apply.
  public func match(ofText text: String, in item: any CellModel) -> ValueMatch {
    var match = ValueMatch()
    if text.isEmpty { return match }
    let text =
      text.utf8.count > Self.maxContentLength
      ? String(text.prefix(Self.maxContentLength)) : text
    var isLocated = false
    let fields = (item as? any FieldReadable)?.fields ?? MirroredFields(item).fields
    for field in fields.prefix(Self.maxFields) {
      guard let value = field.value.scalarString, !value.isEmpty,
        let offset = Self.offset(ofValue: value, of: field.name, in: text)
      else { continue }
      isLocated = true
      var own = self.match(of: field.value, at: field.name, shownAs: value, in: item)
      // Only a whole text can have the role of a comparison.
      own.isCompared = own.isCompared && text.utf8.count == value.utf8.count
      own.ranges = own.ranges.map { $0.lowerBound + offset..<$0.upperBound + offset }
      match.formUnion(own)
    }
    if !isLocated { match.ranges = ranges(ofWordsIn: text) }
    match.ranges = Array(match.ranges.prefix(Self.maxRanges))
    return match
  }

  /// Returns the offset of a value in a text, alone or after the name of its field.
  private static func offset(ofValue value: String, of name: String, in text: String) -> Int? {
    if text == value { return 0 }
    guard text.utf8.count <= maxLength else { return nil }
    let range = text.firstRange(of: "\(name) \(value)")
    return range.map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound) + name.utf8.count + 1
    }
  }
}
