internal import MocoaModel

extension RowColumns {
  /// What is known of a column.
  struct Column {
    let title: String

    /// The columns of the terminal that its name takes.
    let titleWidth: Int

    /// Those that its name and its values take.
    var width: Int

    /// Whether the first items were looked at for it.
    var isLookedAt = false

    /// Whether it has values, all of them numbers.
    var isNumeric: Bool { hasNumbers && !hasTexts }

    private var (hasNumbers, hasTexts) = (false, false)

    /// However wide a value is, it is not given more.
    private static let widest = 60

    init(title: String) {
      self.title = title
      titleWidth = max(1, Canvas.columns(of: title, atMost: Self.widest))
      width = titleWidth
    }

    /// - Returns: whether it is other than it was.
    mutating func look(at text: String, isNumber: Bool) -> Bool {
      if text.isEmpty { return false }
      let before = (width, isNumeric)
      // What is sorted as a number is one here.
      if isNumber || WrittenNumber.value(text) != nil { hasNumbers = true } else { hasTexts = true }
      width = max(width, Canvas.columns(of: text, atMost: Self.widest))
      return before != (width, isNumeric)
    }
  }
}

extension FieldValue {
  /// Whether it is a number, however it is written.
  var isNumber: Bool {
    switch self {
    case .int, .double, .decimal: true
    case .null, .bool, .text, .list, .object: false
    }
  }

  /// Whether it is nothing.
  var isNull: Bool { if case .null = self { true } else { false } }
}
