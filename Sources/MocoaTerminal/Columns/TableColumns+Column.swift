internal import MocoaModel

extension TableColumns {
  /// A column with its width, measured from the field name and from values.
  struct Column {
    let title: String

    /// The width of the field name in terminal columns, at least 1.
    let titleWidth: Int

    /// The width in terminal columns that the field name and all measured values need.
    var width: Int

    /// A Boolean value that indicates whether the values of the first items of the list were
    /// measured.
    var isMeasured = false

    /// A Boolean value that indicates whether values were measured and all of them are numbers.
    ///
    /// Empty values are ignored.
    var isNumeric: Bool { hasNumbers && !hasTexts }

    private var (hasNumbers, hasTexts) = (false, false)

    /// The largest width of a column, in terminal columns.
    private static let widest = 60

    init(title: String) {
      self.title = title
      titleWidth = max(1, Canvas.columns(of: title, atMost: Self.widest))
      width = titleWidth
    }

    /// Measures the text of a value.
    ///
    /// - Returns: `true` if the value changed `width` or `isNumeric`. An empty text changes
    ///   neither.
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
