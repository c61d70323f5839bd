internal import MocoaModel

extension TableColumns {
  /// The measured state of one table column.
  struct Column {
    let title: String

    /// The width of the field name in terminal columns, at least 1.
    let titleWidth: Int

    /// The width in terminal columns that the field name and all values measured until now need.
    var width: Int

    /// A Boolean value that indicates whether the first items of the list were measured in this
    /// column.
    var isMeasured = false

    /// A Boolean value that indicates whether all values measured until now are numbers, and there
    /// is at least one.
    var isNumeric: Bool { hasNumbers && !hasTexts }

    private var (hasNumbers, hasTexts) = (false, false)

    /// The largest width of a column, in terminal columns.
    private static let widest = 60

    init(title: String) {
      self.title = title
      titleWidth = max(1, Canvas.columns(of: title, atMost: Self.widest))
      width = titleWidth
    }

    /// Adds a value to the measurement.
    ///
    /// - Returns: `true` if this changed the width of the column, or whether it is numeric. An
    ///   empty text changes neither.
    mutating func measure(_ text: String, isNumber: Bool) -> Bool {
      if text.isEmpty { return false }
      let before = (width, isNumeric)
      // Text that sorts as a number counts as a number here too.
      if isNumber || NumberParsing.value(text) != nil { hasNumbers = true } else { hasTexts = true }
      width = max(width, Canvas.columns(of: text, atMost: Self.widest))
      return before != (width, isNumeric)
    }
  }
}

extension FieldValue {
  /// A Boolean value that indicates whether the value has a numeric type.
  var isNumber: Bool {
    switch self {
    case .int, .double, .decimal: true
    case .null, .bool, .string, .array, .object: false
    }
  }

  /// A Boolean value that indicates whether the value is null.
  var isNull: Bool { if case .null = self { true } else { false } }
}
