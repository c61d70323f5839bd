internal import Mocoa
internal import MocoaModel

/// The statistics of the values of one field in sampled records.
///
/// The format, the width and the score of a table column follow from them.
struct ColumnProfile {
  /// The path of the field, such as `user.name`.
  let path: String

  /// The number of records that have the field.
  private(set) var count = 0

  /// The number of values that are null or empty text.
  private(set) var emptyCount = 0

  private var numberCount = 0
  private var numericTextCount = 0
  private var percentCount = 0
  private var booleanCount = 0
  private var dateCount = 0
  private var urlCount = 0
  private var hashCount = 0
  private var textCount = 0
  private(set) var arrayCount = 0
  private(set) var objectCount = 0

  /// The different values, at most `maxDistinct`.
  private(set) var distinct: Set<FieldValue> = []

  /// A Boolean value that indicates whether all values of the sample are different.
  private(set) var isUnique = true

  /// A Boolean value that indicates whether a number has at least five integer digits.
  private var hasLongNumbers = false

  /// A Boolean value that indicates whether a number does not have the digits of a time in seconds
  /// or milliseconds since 1970.
  private var hasOtherNumbersThanTimes = false

  /// The length of the longest part of a number that starts at the decimal point.
  private var fractionWidth = 0

  /// The day and the time zone that all dates share, or `nil` if they differ.
  private var day: SharedText = .none
  private var zone: SharedText = .none

  /// The number of values that are words for good states.
  private var goodStateCount = 0

  /// A Boolean value that indicates whether a URL has another scheme than `https`.
  private var hasOtherSchemes = false

  /// A Boolean value that indicates whether the values may be states.
  private let mayHaveStates: Bool

  /// The sum of the lengths of all texts, in characters.
  private var length = 0

  /// The length of the longest value or of the name, in characters, at most `lengthLimit`.
  private(set) var maxLength: Int

  /// The largest length of a value that is distinguished from longer values, in characters.
  private static let lengthLimit = 60

  /// The maximum number of different values that are counted.
  private static let maxDistinct = 1_000

  /// A text that is equal for all values until one differs.
  private enum SharedText {
    case none, one(String), different

    mutating func add(_ text: String) {
      switch self {
      case .none: self = .one(text)
      case .one(let first): if first != text { self = .different }
      case .different: break
      }
    }

    var text: String? { if case .one(let text) = self { text } else { nil } }
  }

  init(path: String) {
    self.path = path
    let name = ColumnName(path).last
    maxLength = min(Self.lengthLimit, name.unicodeScalars.count)
    mayHaveStates = ValueStates.isName(name)
  }

  /// Adds the value of a record, or `nil` if the record does not have the field.
  mutating func add(_ value: FieldValue?) {
    guard let value else { return }
    count += 1
    if value.isContainer || distinct.count >= Self.maxDistinct {
      isUnique = isUnique && !value.isContainer
    } else if !distinct.insert(value).inserted {
      isUnique = false
    }
    switch value {
    case .null: emptyCount += 1
    case .bool: booleanCount += 1
    case .int, .double, .decimal: addNumber(value.scalarString ?? "")
    case .string(let text): add(text)
    case .array: arrayCount += 1
    case .object: objectCount += 1
    }
  }

  private mutating func addNumber(_ text: String) {
    numberCount += 1
    maxLength = max(maxLength, min(Self.lengthLimit, text.utf8.count))
    measure(NumberText(text))
  }

  private mutating func measure(_ number: NumberText?) {
    guard let number else { return }
    hasLongNumbers = hasLongNumbers || number.integerDigitCount >= 5
    if ![10, 13].contains(number.integerDigitCount) || number.integer.first != "1" {
      hasOtherNumbersThanTimes = true
    }
    fractionWidth = max(fractionWidth, number.fraction.utf8.count)
  }

  private mutating func add(_ text: String) {
    if text.isEmpty {
      emptyCount += 1
      return
    }
    textCount += 1
    if mayHaveStates, ValueStates.isGood(text) { goodStateCount += 1 }
    let count = Self.length(of: text)
    length += count
    maxLength = max(maxLength, min(Self.lengthLimit, count))
    let number = NumberText(text)
    if NumberParsing.value(text) != nil, number?.hasLeadingZero != true {
      numericTextCount += 1
      measure(number)
    } else if text.hasSuffix("%"), let number = NumberText(String(text.dropLast())) {
      percentCount += 1
      fractionWidth = max(fractionWidth, number.fraction.utf8.count)
    } else if let date = DateText(text) {
      dateCount += 1
      day.add(date.day)
      zone.add(date.zone)
      if date.time.isEmpty { day = .different }
    } else if let scheme = ColumnFormat.scheme(of: text) {
      urlCount += 1
      hasOtherSchemes = hasOtherSchemes || scheme != "https"
    } else if ColumnFormat.isHash(text) {
      hashCount += 1
    }
  }

  /// Returns the number of Unicode scalars of a text, at most 200.
  private static func length(of text: String) -> Int {
    var count = 0
    // Each scalar has one byte that is not a continuation byte.
    for byte in text.utf8 where byte & 0xC0 != 0x80 {
      count += 1
      if count == 200 { break }
    }
    return count
  }

  /// The number of values that are neither null nor empty text.
  var filledCount: Int { count - emptyCount }

  /// The average length of the texts, in characters.
  var averageLength: Int { textCount == 0 ? 0 : length / textCount }

  /// A Boolean value that indicates whether at least half of the values are arrays or objects.
  var isNested: Bool { (arrayCount + objectCount) * 2 >= filledCount && filledCount > 0 }

  /// The kind of most values.
  var kind: ColumnFormat.Kind {
    let all = filledCount
    func are(_ count: Int) -> Bool { count * 100 >= all * 95 }
    if all == 0 { return .text }
    if isNested { return .nested }
    if are(numberCount + numericTextCount) { return .number }
    if are(percentCount) { return .number }
    if are(booleanCount) { return .boolean }
    if are(dateCount) { return .date }
    if are(urlCount) { return .url }
    if are(hashCount) { return .hash }
    return are(textCount) ? .text : .mixed
  }

  /// The format of the values.
  var format: ColumnFormat {
    let kind = kind
    return ColumnFormat(
      kind: kind,
      isGrouped: kind == .number && hasLongNumbers && hasOtherNumbersThanTimes
        && !ColumnName(path).isCode,
      fractionWidth: kind == .number ? fractionWidth : 0,
      day: kind == .date ? day.text : nil, zone: kind == .date ? zone.text : nil,
      omitsScheme: kind == .url && !hasOtherSchemes, states: states())
  }

  /// The meaning of the values as states, or `nil` if they are not states.
  private func states() -> ValueStates? {
    guard mayHaveStates, filledCount > 0, distinct.count < Self.maxDistinct else { return nil }
    return ValueStates(
      name: ColumnName(path).last, values: distinct.lazy.compactMap(\.scalarString),
      areMostlyGood: goodStateCount * 10 >= filledCount * 9)
  }

  /// Returns `true` if all `sampleCount` records have the same value.
  func isConstant(in sampleCount: Int) -> Bool {
    count == sampleCount && distinct.count == 1 && arrayCount + objectCount == 0
  }
}

/// The name of a column, whose words indicate the meaning of the values.
struct ColumnName {
  /// The last component of the path, in lower case.
  let last: String

  /// A Boolean value that indicates whether the name ends with `Id` or `ID` after a lowercase
  /// letter, as in `CustomerId`.
  private let endsWithCapitalizedID: Bool

  init(_ path: String) {
    let name = path.last == "." ? path[...] : path.split(separator: ".").last ?? path[...]
    last = name.lowercased()
    endsWithCapitalizedID =
      (name.hasSuffix("Id") || name.hasSuffix("ID")) && name.dropLast(2).last?.isLowercase == true
  }

  /// A Boolean value that indicates whether people identify a record by the value.
  var isIdentity: Bool {
    [
      "name", "title", "path", "url", "subject", "message", "msg", "summary", "command", "comm",
    ].contains(last)
  }

  /// A Boolean value that indicates whether the value is a text of any length about the record.
  var isMessage: Bool { ["message", "msg"].contains(last) }

  /// A Boolean value that indicates whether the value identifies the record in the data.
  var isID: Bool { ["id", "_id", "uuid", "guid", "pid"].contains(last) || isReference }

  /// A Boolean value that indicates whether the value may identify another record.
  var isReference: Bool { last.hasSuffix("_id") && last != "_id" || endsWithCapitalizedID }

  var isTime: Bool {
    ["ts", "time", "timestamp", "date", "created_at", "@timestamp"].contains(last)
  }

  var isState: Bool {
    ["status", "state", "level", "severity", "phase", "result", "ok"].contains(last)
  }

  var isLevel: Bool { ["level", "severity"].contains(last) }

  /// A Boolean value that indicates whether a number is a coordinate.
  var isCoordinate: Bool {
    ["lat", "latitude", "lng", "lon", "longitude", "x", "y", "z"].contains(last)
  }

  /// A Boolean value that indicates whether a number is a code and not an amount.
  ///
  /// The digits of a code are not grouped.
  var isCode: Bool {
    isID || isTime || isState
      || ["year", "port", "code", "zip", "postcode", "ppid", "uid", "gid", "phone", "inode"]
        .contains { last == $0 || last.hasSuffix("_" + $0) }
      || last.hasSuffix("id") && last.count <= 4 || last.hasSuffix("_at") || last.hasSuffix("_ts")
  }
}

/// The parts of a number as it is written in the data.
struct NumberText {
  /// The sign and the digits before the decimal point.
  let integer: String

  /// The decimal point and the digits after it, or an empty text.
  let fraction: String

  /// The exponent with its letter, or an empty text.
  let exponent: String

  /// Reads a decimal number, or returns `nil` for any other text.
  init?(_ text: String) {
    let bytes = text.utf8
    guard let first = bytes.first, first < 0x3A, bytes.count <= 400 else { return nil }
    var index = bytes.startIndex
    func isDigit(_ index: String.Index) -> Bool {
      index < bytes.endIndex && (0x30...0x39).contains(bytes[index])
    }
    func skipDigits() -> Bool {
      let start = index
      while isDigit(index) { index = bytes.index(after: index) }
      return index > start
    }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      index = bytes.index(after: index)
    }
    let hasInteger = skipDigits()
    let point = index
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") {
      index = bytes.index(after: index)
      guard skipDigits() else { return nil }
    } else if !hasInteger {
      return nil
    }
    let end = index
    if index < bytes.endIndex, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index = bytes.index(after: index)
      if index < bytes.endIndex, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[index]) {
        index = bytes.index(after: index)
      }
      guard skipDigits() else { return nil }
    }
    guard index == bytes.endIndex else { return nil }
    integer = String(text[..<point])
    fraction = String(text[point..<end])
    exponent = String(text[end...])
  }

  /// The number of digits before the decimal point.
  var integerDigitCount: Int {
    integer.utf8.count - (integer.first == "-" || integer.first == "+" ? 1 : 0)
  }

  /// A Boolean value that indicates whether the number starts with a zero before another digit.
  ///
  /// Such a text is usually a code, and its zero must stay visible.
  var hasLeadingZero: Bool { integerDigitCount > 1 && integer.drop { !$0.isNumber }.first == "0" }
}

/// The parts of a date that is written as in ISO 8601 or RFC 3339.
struct DateText {
  /// The day, such as `2026-06-15`.
  let day: String

  /// The time with the fraction of the second, or an empty text.
  let time: String

  /// The time zone, such as `Z` or `+02:00`, or an empty text.
  let zone: String

  /// Reads a date with or without a time, or returns `nil` for any other text.
  init?(_ text: String) {
    // Most texts are not dates. They need no array of bytes.
    guard text.utf8.count >= DatePattern.dayLength, text.utf8.count <= 40,
      text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    else { return nil }
    let bytes = Array(text.utf8)
    guard DatePattern.startsWithDay(bytes) else { return nil }
    day = String(decoding: bytes[..<DatePattern.dayLength], as: UTF8.self)
    guard bytes.count > DatePattern.dayLength else {
      (time, zone) = ("", "")
      return
    }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes.count >= 16, DatePattern.matches(bytes[11..<16], "00:00")
    else { return nil }
    var end = 16
    if bytes.count >= 19, DatePattern.matches(bytes[16..<19], ":00") { end = 19 }
    if end == 19, end + 1 < bytes.count, bytes[19] == UInt8(ascii: ".") || bytes[19] == 0x2C {
      end = bytes[20...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
    }
    let zoneBytes = bytes[end...]
    guard Self.isZone(zoneBytes) else { return nil }
    time = String(decoding: bytes[11..<end], as: UTF8.self)
    zone = String(decoding: zoneBytes, as: UTF8.self)
  }

  private static func isZone(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = bytes.first == 0x20 ? bytes.dropFirst() : bytes
    guard let first = bytes.first else { return true }
    if bytes.count == 1 { return first | 0x20 == UInt8(ascii: "z") }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else {
      return bytes.elementsEqual("UTC".utf8)
    }
    let digits = bytes.dropFirst()
    return ["00:00", "0000", "00"].contains { DatePattern.matches(digits, $0) }
  }
}
