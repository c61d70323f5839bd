internal import MocoaModel

/// The form of a value in a row, which distinguishes column names from values.
enum CellForm {
  case empty
  case text

  /// A text that begins with a digit.
  case code
  case number

  /// A number that can also be a column name, as in a table by years.
  case year

  /// A day, a time, or a text in a similar notation.
  case date

  /// Creates the form of a complete value.
  ///
  /// Spaces around the text are ignored.
  init(_ cell: some Collection<UInt8>) {
    let blank = UInt8(ascii: " ")
    let text = Array(cell.drop { $0 == blank }.reversed().drop { $0 == blank }.reversed())
    let digits = text.count(where: \.isDigit)
    if text.isEmpty {
      self = .empty
    } else if digits == 0 {
      self = .text
    } else if digits == 4, text.count == 4, text.starts(with: "19".utf8) || text[0] == 0x32 {
      self = .year
    } else if Self.isNumber(text) {
      self = .number
    } else {
      self = Self.isDate(text) ? .date : text[0].isDigit ? .code : .text
    }
  }

  /// Returns `true` if a text is a number: digits with an optional sign, points or commas, an
  /// exponent or a percent sign.
  private static func isNumber(_ text: [UInt8]) -> Bool {
    let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
    var rest = text.dropFirst(isSigned ? 1 : 0).drop { $0.isDigit || $0 == 0x2C || $0 == 0x2E }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e"), rest.count < text.count {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      return !rest.isEmpty && rest.allSatisfy(\.isDigit)
    }
    return rest.isEmpty || rest.elementsEqual("%".utf8)
  }

  /// Returns `true` if a text has only digits and the separators of days and times.
  private static func isDate(_ text: [UInt8]) -> Bool {
    text[0].isDigit && text.allSatisfy { $0.isDigit || "-/:.,+ TZ".utf8.contains($0) }
      && text.contains { "-/:".utf8.contains($0) }
  }
}

/// A sample of the values in one column, which shows whether the first value is a column name.
struct ColumnSample {
  private let first: CellForm
  private var below: Set<CellForm> = []

  init(_ first: CellForm) { self.first = first }

  /// Adds the form of a value below the first one.
  mutating func take(_ form: CellForm) { below.insert(form) }

  /// A Boolean value that indicates whether the first value is a text, which can be a column name.
  var isNamed: Bool { first == .text || first == .code }

  /// A Boolean value that indicates whether the first value is a text and all values below it are
  /// not.
  var suggestsHeader: Bool {
    isNamed && !below.isEmpty && below.isDisjoint(with: [.text, .code])
  }

  /// A Boolean value that indicates whether the first value has the form of the values below it.
  ///
  /// This is the case for a number above numbers, a year above years, and a date above dates. If no
  /// value follows, it is also the case for all of these and for a text that begins with a digit.
  var suggestsNoHeader: Bool {
    let below = below.subtracting([.empty])
    return switch first {
    case .empty, .text: false
    case .code: self.below.isEmpty
    case .number: below.isSubset(of: [.number, .year])
    case .year, .date: below.isSubset(of: [first])
    }
  }
}
