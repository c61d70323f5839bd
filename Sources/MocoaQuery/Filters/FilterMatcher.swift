internal import MocoaLocalization
internal import MocoaModel

/// A filter that is compiled for fast matching of many items.
struct FilterMatcher: Sendable {
  /// A test of an item, which corresponds to a node of the filter.
  private indirect enum Test: Sendable {
    case all([Test])
    case any([Test])
    case not(Test)

    /// A test that passes if any value matches a pattern, given by its index in `patterns`.
    case value(Int)
    case field(path: String, FieldTest)
  }

  private let test: Test
  private let patterns: [PatternMatcher]

  /// The patterns that are searched byte by byte, or `nil` for each other pattern.
  private let bytePatterns: [BytePattern?]

  /// Bytes that every matching item contains, or `nil` if there are none or they are unknown.
  let required: RequiredBytes?

  /// The regular expressions for values of any field.
  private let expressions: [Expression]

  init(_ filter: Filter) {
    var patterns: [PatternMatcher] = []
    test = Self.test(filter.root, &patterns)
    self.patterns = patterns
    expressions = patterns.compactMap(\.expression) + Self.expressions(in: test)
    bytePatterns = patterns.map(\.bits)
    required = Self.required(by: test, patterns)
  }

  /// A Boolean value that indicates whether matching an item may take much longer than reading it.
  var mayTakeLong: Bool { !expressions.isEmpty }

  /// The reason why the results may lack matching items, or `nil` if all tests were evaluated.
  var errorMessage: String? {
    if expressions.contains(where: \.isStopped) {
      return localized("pattern too expensive: filter stopped")
    }
    return expressions.contains(where: \.hasSkipped)
      ? localized("pattern too expensive: matches may be missing") : nil
  }

  /// Returns the regular expressions in the field conditions of a test.
  private static func expressions(in test: Test) -> [Expression] {
    switch test {
    case .all(let tests), .any(let tests): tests.flatMap(expressions)
    case .not(let test): expressions(in: test)
    case .value: []
    case .field(_, let test): test.expression.map { [$0] } ?? []
    }
  }

  private static func required(by test: Test, _ patterns: [PatternMatcher]) -> RequiredBytes? {
    switch test {
    case .all(let tests): tests.lazy.compactMap { required(by: $0, patterns) }.first
    case .value(let number): patterns[number].required
    case .field(_, let test): test.required
    case .any, .not: nil
    }
  }

  /// The patterns for values of any field and the tests of single fields that are not negated.
  var positiveTests: (patterns: [PatternMatcher], fields: [(path: String, test: FieldTest)]) {
    var numbers: [Int] = []
    var fields: [(path: String, test: FieldTest)] = []
    func collect(_ test: Test, isNegated: Bool) {
      switch test {
      case .all(let tests), .any(let tests):
        for test in tests { collect(test, isNegated: isNegated) }
      case .not(let test): collect(test, isNegated: !isNegated)
      case .value(let number): if !isNegated { numbers.append(number) }
      case .field(let path, let test): if !isNegated { fields.append((path, test)) }
      }
    }
    collect(test, isNegated: false)
    return (numbers.map { patterns[$0] }, fields)
  }

  private static func test(_ node: Filter.Node, _ patterns: inout [PatternMatcher]) -> Test {
    switch node {
    case .all(let nodes): return .all(nodes.map { test($0, &patterns) })
    case .any(let nodes): return .any(nodes.map { test($0, &patterns) })
    case .not(let node): return .not(test(node, &patterns))
    case .value(let pattern):
      patterns.append(PatternMatcher(pattern))
      return .value(patterns.count - 1)
    case .field(let condition):
      return .field(path: condition.path, FieldTest(condition.comparison))
    }
  }

  /// Returns the indexes of the matching elements in a part of a chunk.
  func indices(in leaf: ElementSequence.Leaf) -> [UInt32] {
    var finder = Finder(matcher: self)
    ItemTexts.visit(leaf, by: &finder)
    return finder.found
  }

  private struct Finder: ItemVisitor {
    let matcher: FilterMatcher
    var found: [UInt32] = []

    var required: RequiredBytes? { matcher.required }

    mutating func visit(_ index: Int, _ item: some FilterSubject) {
      if matcher.matches(item) { found.append(UInt32(index)) }
    }
  }

  /// Returns `true` if an item matches the filter.
  ///
  /// If an expression skips a text of the item, neither the expression nor its negation matches.
  func matches(_ item: some FilterSubject) -> Bool {
    if expressions.isEmpty { return Self.passes(test, item, found(in: item)) }
    let skippedCount = Expression.skippedCountOfThread
    return Self.passes(test, item, found(in: item))
      && Expression.skippedCountOfThread == skippedCount
  }

  /// Returns a set of patterns: bit *i* is set if any value of the item matches the pattern at
  /// index *i*.
  private func found(in item: some FilterSubject) -> UInt64 {
    if patterns.isEmpty { return 0 }
    let all: UInt64 = patterns.count == 64 ? .max : 1 << UInt64(patterns.count) - 1
    var found: UInt64 = 0
    // Pointers avoid reference counting for each value.
    bytePatterns.withUnsafeBufferPointer { bytePatterns in
      patterns.withUnsafeBufferPointer { patterns in
        item.forEachText { text in
          for number in bytePatterns.indices where found & 1 << UInt64(number) == 0 {
            let isFound = bytePatterns[number]?.matches(text) ?? patterns[number].matches(text)
            if isFound { found |= 1 << UInt64(number) }
          }
          return found != all
        }
      }
    }
    return found
  }

  private static func passes(
    _ test: Test, _ item: some FilterSubject, _ found: UInt64
  ) -> Bool {
    switch test {
    case .all(let tests): tests.allSatisfy { passes($0, item, found) }
    case .any(let tests): tests.contains { passes($0, item, found) }
    case .not(let test): !passes(test, item, found)
    case .value(let number): found & 1 << UInt64(number) != 0
    case .field(let path, let test): test.passes(path, item)
    }
  }
}

/// A test of one field of an item.
///
/// If the value is a list, the test passes if at least one of its values passes.
struct FieldTest: Sendable {
  private enum Kind: Sendable {
    /// A test that passes if the field exists.
    case exists

    /// A test that passes if the field exists and is empty.
    case isEmpty
    case matches(PatternMatcher)
    case equals(PatternMatcher, Number?)
    case compares(to: [UInt8], Number?, isCaseSensitive: Bool, wanted: ClosedRange<Int>)
  }

  /// The number that follows the operator of a comparison.
  private struct Number: Sendable {
    let value: Double

    /// The exact value if the number is an integer; otherwise `nil`.
    let integer: Int128?

    /// Creates the number of an operand that may have a unit of size.
    init?(operand: String) {
      if let number = Number(Array(operand.utf8)) {
        self = number
      } else {
        guard let value = NumberParsing.size(operand) else { return nil }
        (self.value, integer) = (value, Int128(exactly: value))
      }
    }

    init?(_ text: [UInt8]) {
      guard let value = text.withUnsafeBytes(NumberParsing.value) else { return nil }
      (self.value, integer) = (value, text.withUnsafeBytes(NumberParsing.integer))
    }

    /// Returns -1 if a text is a number smaller than this one, 0 if it is equal, 1 if it is larger,
    /// and `nil` if it is not a number.
    func order(of text: UnsafeRawBufferPointer) -> Int? {
      guard let other = NumberParsing.value(text) else { return nil }
      if other != value { return other < value ? -1 : 1 }
      guard value.magnitude >= NumberParsing.exactLimit, let integer,
        let other = NumberParsing.integer(text)
      else { return 0 }
      return other == integer ? 0 : other < integer ? -1 : 1
    }
  }

  private let kind: Kind

  init(_ comparison: Filter.FieldCondition.Comparison) {
    func compared(_ operand: String, _ wanted: ClosedRange<Int>) -> Kind {
      let bytes = Array(operand.utf8)
      return .compares(
        to: bytes, Number(operand: operand),
        isCaseSensitive: operand.contains(where: \.isUppercase),
        wanted: wanted)
    }
    kind =
      switch comparison {
      case .matches(let pattern): pattern.text.isEmpty ? .exists : .matches(.init(pattern))
      case .equals(""): .isEmpty
      case .equals(let operand):
        .equals(
          PatternMatcher(.init(kind: .anchored(start: true, end: true), text: operand)),
          Number(Array(operand.utf8)))
      case .isBelow(let operand, let orEqual): compared(operand, -1...(orEqual ? 0 : -1))
      case .isAbove(let operand, let orEqual): compared(operand, (orEqual ? 0 : 1)...1)
      }
  }

  /// Bytes that every text that passes the test contains, or `nil` if there are none or they are
  /// unknown.
  var required: RequiredBytes? {
    switch kind {
    case .matches(let pattern): pattern.required
    // Equal numbers may be written differently.
    case .equals(let pattern, let number): number == nil ? pattern.required : nil
    case .exists, .isEmpty, .compares: nil
    }
  }

  /// The regular expression of the test, or `nil` if it has none.
  var expression: Expression? {
    if case .matches(let pattern) = kind { return pattern.expression }
    return nil
  }

  /// The pattern that a part of the value must match, or `nil` if the test compares the whole value.
  var pattern: PatternMatcher? {
    if case .matches(let pattern) = kind { return pattern }
    return nil
  }

  /// A Boolean value that indicates whether the test only checks that the field exists.
  var isExistence: Bool { if case .exists = kind { true } else { false } }

  func passes(_ path: String, _ item: some FilterSubject) -> Bool {
    var passes = false
    let isThere = item.forEachText(ofField: path) { text in
      passes = self.passes(text)
      return !passes
    }
    if case .exists = kind { return isThere }
    return passes
  }

  func passes(_ text: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .exists: return true
    case .isEmpty: return text.isEmpty
    case .matches(let pattern): return pattern.matches(text)
    case .equals(let pattern, let number):
      return (number?.order(of: text)).map { $0 == 0 } ?? pattern.matches(text)
    case .compares(let bytes, let number, let isCaseSensitive, let wanted):
      // Empty and null values are neither above nor below.
      if text.isEmpty || text.isNull { return false }
      if let order = number?.order(of: text) { return wanted.contains(order) }
      return wanted.contains(Self.order(text, bytes, isCaseSensitive))
    }
  }

  private static func order(
    _ text: UnsafeRawBufferPointer, _ other: [UInt8], _ isCaseSensitive: Bool
  ) -> Int {
    let text = text.lazy.map { isCaseSensitive ? $0 : $0.asciiLowercased }
    if text.elementsEqual(other) { return 0 }
    return text.lexicographicallyPrecedes(other) ? -1 : 1
  }
}
