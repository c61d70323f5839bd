import Mocoa
import MocoaModel

@testable import MocoaBrowser
@testable import MocoaData
@testable import MocoaQuery

/// A record with given fields, for queries and templates.
struct FuzzRecord: CellModel, FieldReadable {
  let fields: [FieldValue.Field]
  var itemID: ItemID { 0 }
  var fieldNames: [String] { fields.map(\.name) }
  func field(_ name: String) -> FieldValue? { fields.first { $0.name == name }?.value }
  func isContentEqual(to other: any CellModel) -> Bool { false }

  /// Records with values of all types.
  static let samples: [FuzzRecord] = [
    FuzzRecord(fields: []),
    FuzzRecord(fields: [
      .init(name: "a", value: .string("Ünïcode 日本 e\u{301} \u{1B}[2J")),
      .init(name: "b", value: .int(.min)), .init(name: "c", value: .double(1e308)),
      .init(name: "", value: .null), .init(name: "list", value: .array([.int(1), .string("x")])),
      .init(name: "o", value: .object([.init(name: "a", value: .bool(true))])),
      .init(name: "time", value: .string("2024-02-29T23:59:60Z")),
    ]),
  ]
}

extension FuzzTarget {
  /// A target for filters.
  ///
  /// The offset of an error must be within the text, and equal filters must match the same records.
  static let filter = FuzzTarget(name: "filter") { bytes in
    guard let text = text(of: bytes), bytes.count <= 4096 else { return }
    let filter: Filter
    do throws(FilterError) {
      filter = try Filter(text)
    } catch {
      try expect((0...text.count).contains(error.offset), "an error at \(error.offset) of \(text)")
      try expect(isLine(error.description), "a message of several lines: \(error)")
      return
    }
    try expect(try Filter(text) == filter, "the same text is another filter")
    let (matcher, other) = (FilterMatcher(filter), FilterMatcher(filter))
    for record in FuzzRecord.samples {
      let subject = ElementSubject(record)
      let isMatch = matcher.matches(subject)
      try expect(isMatch == other.matches(subject), "equal filters differ")
      try expect(isMatch || !filter.isEmpty, "an empty filter lets something not pass")
    }
  }

  /// A target for regular expressions and the texts that they match, which a zero byte separates.
  ///
  /// Matching must end within its limits, and equal expressions must match the same texts.
  static let expressions = FuzzTarget(name: "expressions") { bytes in
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard let pattern = string(of: parts[0]), bytes.count <= 4096 else { return }
    let subject = Array(parts.count > 1 ? parts[1] : [])
    guard let expression = Expression(of: pattern), let other = Expression(of: pattern) else {
      let problem = Expression.errorMessage(for: pattern)
      return try expect(problem.map(isLine) ?? false, "no message of one line: \(pattern)")
    }
    try expect(
      Expression.errorMessage(for: pattern) == nil, "an error in a valid expression: \(pattern)")
    let isMatch = subject.withUnsafeBytes { expression.matches($0) }
    try expect(
      isMatch == subject.withUnsafeBytes { other.matches($0) }, "equal expressions differ")
    try expect(
      !isMatch || !expression.hasSkipped || expression.isStopped,
      "a match without a result: \(pattern)")
  }

  /// A target for templates of rows and URLs.
  ///
  /// A template without errors must format any record.
  static let templates = FuzzTarget(name: "templates") { bytes in
    guard let text = text(of: bytes) else { return }
    let (template, errors) = LineTemplate.compile(text)
    for fault in errors { try expect(isLine("\(fault)"), "a message of several lines: \(fault)") }
    try expect((try? LineTemplate(text)) == nil || errors.isEmpty, "faults that are not thrown")
    for record in FuzzRecord.samples { _ = template.line(of: record) }
    guard let template = try? URLTemplate(text) else { return }
    for record in FuzzRecord.samples {
      guard let url = template.url(for: record) else { continue }
      try expect(try ModuleURL(url.description) == url, "\(url) is read as another")
    }
  }

  /// A target for module URLs.
  ///
  /// A printed URL must be read as the same URL.
  static let urls = FuzzTarget(name: "urls") { bytes in
    guard let text = text(of: bytes) else { return }
    _ = try? ModuleURL.filePath(text)
    guard let url = try? ModuleURL(text) else { return }
    try expect(ModuleURL.looksLikeURL(text), "a URL does not look like one: \(text)")
    let printed = url.description
    guard let other = try? ModuleURL(printed) else {
      throw FuzzFailure(description: "\(printed) cannot be read")
    }
    try expect(other == url && other.description == printed, "\(printed) is read as \(other)")
  }

  /// A target for shell commands and formats of target items.
  ///
  /// Each value of the data must become one word, and literal text must stay unchanged.
  static let shell = FuzzTarget(name: "shell") { bytes in
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard let text = string(of: parts[0]), parts[0].count <= 4096,
      let value = parts.count > 1 ? string(of: parts[1]) : ""
    else { return }
    let record = FuzzRecord(fields: [.init(name: "x", value: .string(value))])
    let list = ListSnapshot(SectionedList([Section(id: "records", items: [record, record])]))
    let items = ItemSubset(allOf: list)
    let template = ShellTemplate(text)
    if let command = try? template.command(for: items), !text.unicodeScalars.contains("{") {
      try expect(command.utf8.elementsEqual(text.utf8), "\(text) has become \(command)")
    }
    let command = try ShellTemplate("{x}").command(for: items)
    let word = value.unicodeScalars.filter { $0.value != 0 }.map { "\($0)" }.joined()
    try expect(
      words(command).map { Array($0.utf8) } == [Array(word.utf8), Array(word.utf8)],
      "\(value.debugDescription) has become \(command)")
    do throws(FormatTemplate.ParseError) {
      _ = try FormatTemplate(text).bytes(of: record)
    } catch {
      try expect((1...text.unicodeScalars.count + 1).contains(error.characterNumber), "\(error)")
    }
    // By scalars, because a combining mark may follow a brace.
    let literal = text.unicodeScalars.map {
      "{}".unicodeScalars.contains($0) ? "\($0)\($0)" : "\($0)"
    }
    .joined()
    try expect(
      try FormatTemplate(literal).bytes(of: record) == Array(text.utf8), "another text: \(text)")
  }

  private static func string(of bytes: ArraySlice<UInt8>) -> String? { text(of: Array(bytes)) }

  /// Returns `true` if a text is one line, as messages must be.
  static func isLine(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains(10) }

  /// Returns the words that a shell reads from a command with quoted words.
  ///
  /// If a special character is not quoted, the only element names the character.
  private static func words(_ command: String) -> [String] {
    var (words, word) = ([String](), String.UnicodeScalarView())
    var (isQuoted, isEscaped, hasWord) = (false, false, false)
    for scalar in command.unicodeScalars {
      switch scalar {
      case "'" where !isEscaped:
        isQuoted.toggle()
        hasWord = true
      case "\\" where !isQuoted && !isEscaped:
        isEscaped = true
        hasWord = true
      case " " where !isQuoted && !isEscaped:
        if hasWord { words.append(String(word)) }
        (word, hasWord) = (.init(), false)
      default:
        if !isQuoted, !isEscaped, !isPlain(scalar) { return ["not quoted: \(scalar)"] }
        word.append(scalar)
        (isEscaped, hasWord) = (false, true)
      }
    }
    if hasWord { words.append(String(word)) }
    return words
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_-./:@%+=,".unicodeScalars.contains(scalar)
  }
}
