internal import MocoaModel

/// The profile of the fields of sampled records, from which a row template is derived.
struct RecordProfile: Sendable {
  private var fields: [FieldProfile] = []
  private var fieldIndexes: [String: Int] = [:]
  private var count = 0

  /// The maximum number of fields to examine.
  ///
  /// The limit exists because field names may come from data.
  private static let fieldLimit = 500

  /// The maximum number of fields that follow the title of a row.
  private static let leadingLimit = 3

  /// The maximum number of fields at the right end of a row.
  private static let trailingLimit = 4

  mutating func add(_ record: any FieldReadable) {
    count += 1
    let values = record.fields
    let title = RecordTitle(values).map { values[$0.index].name }
    for field in values.prefix(Self.fieldLimit) {
      guard let index = index(of: field.name) else { continue }
      fields[index].add(field.value, isTitle: field.name == title)
    }
  }

  private mutating func index(of name: String) -> Int? {
    if let index = fieldIndexes[name] { return index }
    // A template cannot contain such names.
    guard fields.count < Self.fieldLimit, !name.contains("`"), !name.contains("\"") else {
      return nil
    }
    fieldIndexes[name] = fields.count
    fields.append(FieldProfile(name: name))
    return fields.count - 1
  }

  /// Returns the text of a row template.
  ///
  /// - Parameter left: The names of fields to omit, such as the identifier.
  func row(excluding left: Set<String>) -> String {
    guard let title = fields.indices.max(by: { fields[$0].titles < fields[$1].titles }) else {
      return "{value:title}"
    }
    // Fields that occur in less than a tenth of the records are omitted.
    let others = fields.indices.filter {
      $0 != title && !left.contains(fields[$0].name) && fields[$0].present * 10 >= count
    }
    let ranked = others.sorted { (-fields[$0].present, $0) < (-fields[$1].present, $1) }
    let parts = ranked.compactMap { fields[$0].templatePart }
    let leading = parts.filter { !$0.isAtEnd }.prefix(Self.leadingLimit).map(\.text)
    let trailing = parts.filter(\.isAtEnd).prefix(Self.trailingLimit).map(\.text)
    let first = fields[title].title(isAlone: leading.isEmpty)
    let line = ([first] + leading).joined(separator: "  ")
    return trailing.isEmpty ? line : line + " >> " + trailing.joined(separator: "  ")
  }
}

/// The profile of one field of the sampled records.
struct FieldProfile: Sendable {
  let name: String

  /// The number of records in which the field is not empty, and the number in which it is the
  /// title.
  private(set) var present = 0
  private(set) var titles = 0

  private var ints = 0
  private var doubles = 0
  private var bools = 0
  private var lists = 0
  private var numberLists = 0
  private var objects = 0
  private var dateCount = 0
  private var timedDateCount = 0

  /// The length of the longest text, and the smallest and the largest number.
  private var maxLength = 0
  private var low = 0.0
  private var high = 0.0
  private var decimals = 0

  /// For each field of nested objects, the number of records in which it describes the object best.
  private var children: [String: Int] = [:]

  init(name: String) {
    self.name = name
  }

  mutating func add(_ value: FieldValue, isTitle: Bool) {
    if isTitle { titles += 1 }
    if value.isEmpty { return }
    present += 1
    switch value {
    case .bool: bools += 1
    case .int(let number):
      ints += 1
      add(Double(number))
    case .double(let number):
      doubles += 1
      add(number)
      let text = value.scalarString ?? ""
      let point = text.firstIndex(of: ".")
      if !text.contains("e"), let point {
        decimals = max(decimals, min(2, text[point...].utf8.count - 1))
      }
    case .string(let text):
      maxLength = max(maxLength, text.unicodeScalars.prefix(200).count)
      if DateValue.isText(text) {
        dateCount += 1
        if text.utf8.count > 10 { timedDateCount += 1 }
      }
    case .array(let values):
      lists += 1
      if values.count > 1, values.prefix(100).allSatisfy({ NumberFormatting.isNumber($0) }) {
        numberLists += 1
      }
    case .object(let fields):
      objects += 1
      if let title = RecordTitle(fields), !fields[title.index].value.isContainer,
        children.count < 50
      {
        children[fields[title.index].name, default: 0] += 1
      }
    case .decimal(let digits):
      guard let number = NumberFormatting.number(value) else { break }
      let point = digits.firstIndex(of: ".")
      let isInteger = point == nil && !digits.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
      if isInteger { ints += 1 } else { doubles += 1 }
      add(number)
      if let point, !digits.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
        decimals = max(decimals, min(2, digits[point...].utf8.count - 1))
      }
    case .null: break
    }
  }

  private mutating func add(_ number: Double) {
    (low, high) = (min(low, number), max(high, number))
  }

  // MARK: - Templates

  /// The maximum length in characters of titles that are padded to the same width.
  ///
  /// The padding aligns the fields after the titles in columns. If a sampled value of the title
  /// field is longer, no titles are padded.
  private static let titleWidth = 40

  /// Returns the template text of the field as the title of a row.
  ///
  /// - Parameter isAlone: A Boolean value that indicates whether no other field follows the title.
  func title(isAlone: Bool) -> String {
    let path = FieldPath.written(name)
    let isShort = maxLength > 0 && maxLength <= Self.titleWidth && ints + doubles == 0
    return isShort && !isAlone ? "{\(path):title left(\(maxLength))}" : "{\(path):title}"
  }

  /// The template text of the field in a row, after the title, and whether it belongs at the right
  /// end.
  ///
  /// `nil` if the field is always empty.
  var templatePart: (text: String, isAtEnd: Bool)? {
    let path = FieldPath.written(name)
    if present == 0 { return nil }
    if dateCount * 10 >= present * 9 {
      let isTimed = timedDateCount * 2 > dateCount
      return ("{\(path):detail \(isTimed ? "datetime right(16)" : "date right(10)")}", true)
    }
    if (ints + doubles) * 10 >= present * 9 { return ("{\(path):number \(numberFormat)}", true) }
    if numberLists * 2 > present { return ("{\(path):accent spark}", true) }
    if bools * 10 >= present * 9 { return ("{\(path):accent words(\"\(name)\", \"\")}", false) }
    if lists * 2 > present {
      return ("{\(path):detail count after(\" \(name)\")}", true)
    }
    if objects * 2 > present {
      let named = children.filter { !$0.key.contains("`") && !$0.key.isEmpty }
      let best = named.max { ($0.value, $1.key) < ($1.value, $0.key) }
      return best.map { ("{\(FieldPath(name, [.field($0.key)])):detail}", false) }
    }
    return ("{\(path):detail}", false)
  }

  private var numberFormat: String {
    let word = name.lowercased()
    if doubles == 0, high >= 1e8, Self.isTime(word) { return "datetime right(16)" }
    if high >= 1024, word.contains("bytes") || word.hasSuffix("size") { return "bytes right(9)" }
    let isGrouped = high >= 10_000 || low <= -10_000
    let longest =
      [low, high].map { number in
        let digits = NumberFormatting.fixed(number, decimals) ?? "\(number)"
        return isGrouped ? NumberFormatting.grouped(digits).utf8.count : digits.utf8.count
      }.max() ?? 1
    return (isGrouped ? "grouped " : "") + (decimals > 0 ? "fixed(\(decimals)) " : "")
      + "right(\(min(longest, 25)))"
  }

  private static func isTime(_ word: String) -> Bool {
    ["time", "date", "created", "updated", "modified"].contains { word.contains($0) }
      || word == "ts" || word.hasSuffix("_at") || word.hasSuffix("_ts")
  }
}

extension NumberFormatting {
  /// Returns `true` if a value is a number.
  ///
  /// A text that contains a number is not.
  static func isNumber(_ value: FieldValue) -> Bool {
    switch value {
    case .int, .double, .decimal: true
    case .null, .bool, .string, .array, .object: false
    }
  }
}
