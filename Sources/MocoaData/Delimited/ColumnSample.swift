/// What a cell looks like, as far as that tells a name from what it names.
enum CellForm {
  case empty
  case text

  /// A text that begins as a number does.
  case code
  case number

  /// A number that may as well be the name of a column of a table by years.
  case year

  /// A day or a time, or something that is written like one.
  case date

  /// Tells by all of a cell, without blanks around it.
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

  /// Digits with a sign, points or commas, an exponent or a percent sign.
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

  /// Nothing but digits and what stands between the parts of days and times.
  private static func isDate(_ text: [UInt8]) -> Bool {
    text[0].isDigit && text.allSatisfy { $0.isDigit || "-/:.,+ TZ".utf8.contains($0) }
      && text.contains { "-/:".utf8.contains($0) }
  }
}

/// What the first cell of a column says about whether it is the name of those below.
struct ColumnSample {
  private let first: CellForm
  private var below: Set<CellForm> = []

  init(_ first: CellForm) { self.first = first }

  /// Takes a cell below the first.
  mutating func take(_ form: CellForm) { below.insert(form) }

  /// Whether the first cell can be a name and nothing else.
  var isNamed: Bool { first == .text || first == .code }

  /// Whether it is a text over cells that are none.
  var speaksForName: Bool {
    isNamed && !below.isEmpty && below.isDisjoint(with: [.text, .code])
  }

  /// Whether it is a number over numbers, a year over years, a day over days; or over nothing, as well as
  /// what begins as a number does.
  var speaksAgainstName: Bool {
    let below = below.subtracting([.empty])
    return switch first {
    case .empty, .text: false
    case .code: self.below.isEmpty
    case .number: below.isSubset(of: [.number, .year])
    case .year, .date: below.isSubset(of: [first])
    }
  }
}
