internal import Mocoa
internal import MocoaModel

/// The format of the values in a table column.
///
/// A cell may group digits, shorten a date or omit a shared part of the values. It never changes a
/// digit.
struct ColumnFormat: Hashable {
  /// The kind of most values in a column.
  enum Kind: Hashable {
    case text, number, date, boolean, url, hash, nested, mixed
  }

  var kind = Kind.text

  /// A Boolean value that indicates whether integer digits are in groups of three.
  var isGrouped = false

  /// The number of terminal columns for the decimal point and the digits after it.
  var fractionWidth = 0

  /// The day that all dates share, which the cells omit.
  var day: String?

  /// The time zone that all dates share, which the cells omit.
  var zone: String?

  /// A Boolean value that indicates whether the cells omit `https://`.
  var omitsScheme = false

  /// The meaning of the values as states, or `nil` if they are not states.
  var states: ValueStates?

  /// A Boolean value that indicates whether the width never falls below the width of the values,
  /// for all kinds of values.
  var isAlwaysRigid = false
  /// The meaning of the values that the items state, or `nil`.
  var meaning: FieldFormat?

  /// A Boolean value that indicates whether cells show a former and a new value.
  var showsFormerValues = false

  /// A Boolean value that indicates whether the values are aligned to the right.
  var isRightAligned: Bool { kind == .number && !showsFormerValues && meaning != .share }

  /// A Boolean value that indicates whether the width never falls below the width of the values.
  ///
  /// A shortened number or date would be misleading.
  var isRigid: Bool {
    if isAlwaysRigid { return true }
    return switch kind {
    case .number, .date, .boolean, .hash: true
    case .text, .url, .nested, .mixed: states != nil
    }
  }

  /// The maximum number of characters of a value.
  private static let textLimit = 200

  /// Returns the cell of a value, or of a missing value if it is `nil`.
  func cell(_ value: FieldValue?) -> TableCell {
    guard let value else { return TableCell("", .text) }
    if let meaning, let cell = cell(value, meaning) { return cell }
    let role = states?.role(of: value)
    switch value {
    case .null: return TableCell("∅", .quiet)
    case .bool(let isTrue): return TableCell(isTrue ? "true" : "false", role ?? .boolean)
    case .int, .double, .decimal:
      return TableCell(number(value.scalarString ?? ""), role ?? .number)
    case .string(let text): return cell(text, role)
    case .array(let values): return TableCell(Self.summary(of: values), .nested)
    case .object(let fields): return TableCell(Self.summary(of: fields), .nested)
    }
  }

  /// The width of a full bar, in terminal columns.
  private static let barWidth = 10

  /// Returns the cell of a value with a meaning, or `nil` if the value has another type.
  private func cell(_ value: FieldValue, _ meaning: FieldFormat) -> TableCell? {
    switch (meaning, value) {
    case (.byteCount, .int(let bytes)):
      return TableCell("\(ByteCount(Int(bytes)))", .number)
    case (.share, .int), (.share, .double):
      let share = NumberFormatting.number(value) ?? 0
      return TableCell(BarText.bar(share, width: Self.barWidth), .bar)
    case (.reference, .int), (.reference, .double), (.reference, .decimal):
      return TableCell(number(value.scalarString ?? ""), .url)
    case (.reference, .string(let text)) where !text.isEmpty:
      return TableCell(Self.singleLine(text), .url)
    default: return nil
    }
  }

  private func cell(_ text: String, _ role: TextContent.Role?) -> TableCell {
    if text.isEmpty { return TableCell("\"\"", .quiet) }
    switch kind {
    case .number: return TableCell(number(text), role ?? .number)
    case .date: return TableCell(date(text), .date)
    case .url:
      let isShort = omitsScheme && text.hasPrefix("https://")
      return TableCell(isShort ? String(text.dropFirst(8)) : text, .url)
    case .hash: return TableCell(Self.isHash(text) ? text.prefix(8) + "…" : text, .quiet)
    case .text, .boolean, .nested, .mixed:
      return TableCell(Self.singleLine(text), role ?? .text)
    }
  }

  /// Returns a number with grouped digits, followed by spaces that align its decimal point.
  private func number(_ text: String) -> String {
    guard kind == .number else { return text }
    let unit = [" %", "%"].first(where: text.hasSuffix) ?? ""
    guard let parts = NumberText(String(text.dropLast(unit.count))) else { return text }
    // Another notation stays as it is, and ends where the integers end.
    let padding = String(
      repeating: " ", count: max(0, fractionWidth - parts.fraction.utf8.count))
    if !parts.exponent.isEmpty { return text + padding }
    let integer =
      isGrouped && !parts.hasLeadingZero ? NumberFormatting.grouped(parts.integer) : parts.integer
    return integer + parts.fraction + unit + padding
  }

  /// Returns a date without the parts that all dates share.
  private func date(_ text: String) -> String {
    guard let parts = DateText(text) else { return text }
    let zone = parts.zone == self.zone ? "" : parts.zone
    if parts.time.isEmpty { return parts.day + zone }
    if parts.day == day, parts.zone == self.zone { return parts.time }
    return "\(parts.day) \(parts.time)\(zone)"
  }

  // MARK: - Texts

  /// Returns the scheme of a URL in lower case, or `nil` if the text does not start with a scheme
  /// and `://`.
  static func scheme(of text: String) -> String? {
    guard let end = text.utf8.prefix(16).firstIndex(of: UInt8(ascii: ":")),
      end > text.startIndex, text[end...].hasPrefix("://")
    else { return nil }
    let scheme = text[..<end]
    let isValid = scheme.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x2B...0x39).contains($0)
    }
    return isValid ? scheme.lowercased() : nil
  }

  /// Returns `true` if a text is a UUID or consists of at least 16 hexadecimal digits.
  static func isHash(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count >= 16, bytes.count <= 128 else { return false }
    func isHex(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
    if bytes.count == 36 {
      return bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHex(byte)
      }
    }
    return bytes.allSatisfy(isHex) && bytes.contains { $0 > 0x39 }
  }

  /// Returns a text with a sign in place of each line break.
  private static func singleLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    var line = ""
    for character in text.prefix(textLimit) {
      line += character.isNewline ? "⏎" : String(character)
    }
    return line
  }

  private static func summary(of values: [FieldValue]) -> String {
    let texts = values.prefix(4).compactMap { $0.isContainer ? nil : $0.scalarString }
    if !values.isEmpty, values.count <= 3, texts.count == values.count,
      texts.allSatisfy({ $0.utf8.count <= 16 })
    {
      return texts.map(singleLine).joined(separator: ", ")
    }
    return "[\(values.count)]"
  }

  private static func summary(of fields: [FieldValue.Field]) -> String {
    guard let title = RecordTitle(fields), !fields[title.index].value.isContainer else {
      return "{\(fields.count)}"
    }
    let text = fields[title.index].value.summary(limit: textLimit)
    let value = fields[title.index].value.scalarString.map { String($0.prefix(textLimit)) } ?? text
    return "{\(fields.count)} \(singleLine(value))"
  }
}

/// The meaning of the values of a column as good, bad or neutral states.
///
/// Both the name of the column and its values decide, so that a text with such a word elsewhere
/// keeps its role.
enum ValueStates: Hashable {
  /// HTTP status codes, 100 to 599.
  case httpStatus

  /// Levels of log records.
  case level

  /// Words such as `running` and `failed`.
  ///
  /// If nearly all states are good, good states have no color, so that other states are easy to
  /// see.
  case word(areMostlyGood: Bool)

  private static let levelNames = ["level", "severity", "lvl", "loglevel"]
  private static let wordNames = ["status", "state", "phase", "result", "health"]
  private static let quietLevels: Set = ["trace", "debug", "verbose"]
  private static let plainLevels: Set = ["info", "information", "notice"]
  private static let warningLevels: Set = ["warn", "warning"]
  private static let errorLevels: Set = [
    "err", "error", "fatal", "critical", "crit", "alert", "emerg", "panic",
  ]
  private static let goodWords: Set = [
    "ok", "up", "ready", "running", "active", "passed", "success", "succeeded", "healthy", "done",
  ]
  private static let warningWords: Set = [
    "pending", "starting", "degraded", "unknown", "waiting", "queued", "warning",
  ]
  private static let badWords: Set = [
    "failed", "error", "down", "crashed", "lost", "failure", "dead", "unhealthy",
  ]

  /// Recognizes the states in a column, or returns `nil` if its values are not states.
  ///
  /// - Parameters:
  ///   - name: The name of the column in lower case.
  ///   - values: The different values.
  ///   - areMostlyGood: A Boolean value that indicates whether nearly all values are good states.
  init?(name: String, values: some Sequence<String>, areMostlyGood: Bool) {
    // Few names are those of states, so the values of most columns are not read.
    guard Self.isName(name) else { return nil }
    let values = values.map { $0.lowercased() }.filter { !$0.isEmpty && $0 != "null" }
    guard !values.isEmpty else { return nil }
    func are(_ isMember: (String) -> Bool) -> Bool {
      values.filter(isMember).count * 100 >= values.count * 95
    }
    if Self.isStatus(name), are({ Int($0).map { (100...599).contains($0) } ?? false }) {
      self = .httpStatus
    } else if Self.levelNames.contains(name), are(Self.isLevel) {
      self = .level
    } else if Self.wordNames.contains(name), are(Self.isWord) {
      self = .word(areMostlyGood: areMostlyGood)
    } else {
      return nil
    }
  }

  /// Returns `true` if the values of a column with this name in lower case may be states.
  static func isName(_ name: String) -> Bool {
    isStatus(name) || levelNames.contains(name) || wordNames.contains(name)
  }

  private static func isStatus(_ name: String) -> Bool {
    let bytes = name.utf8
    return name == "code"
      || bytes.indices.contains { bytes[$0...].starts(with: "status".utf8) }
  }

  private static func isLevel(_ text: String) -> Bool {
    [quietLevels, plainLevels, warningLevels, errorLevels].contains { $0.contains(text) }
  }

  private static func isWord(_ text: String) -> Bool {
    [goodWords, warningWords, badWords].contains { $0.contains(text) }
  }

  /// Returns `true` if a text is the word for a good state.
  static func isGood(_ text: String) -> Bool {
    text.utf8.count <= 9 && goodWords.contains(text.lowercased())
  }

  /// Returns the role of a state, or `nil` if it has none.
  func role(of value: FieldValue) -> TextContent.Role? {
    guard let text = value.scalarString?.lowercased() else { return nil }
    switch self {
    case .httpStatus:
      switch Int(text) ?? 0 {
      case 300..<400: return .info
      case 400..<500: return .warn
      case 500..<600: return .bad
      default: return nil
      }
    case .level:
      if Self.quietLevels.contains(text) { return .quiet }
      if Self.warningLevels.contains(text) { return .warn }
      return Self.errorLevels.contains(text) ? .bad : nil
    case .word(let areMostlyGood):
      if Self.goodWords.contains(text) { return areMostlyGood ? nil : .good }
      if Self.warningWords.contains(text) { return .warn }
      return Self.badWords.contains(text) ? .bad : nil
    }
  }
}
