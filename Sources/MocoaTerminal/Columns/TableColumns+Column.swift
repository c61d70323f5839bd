internal import Mocoa
internal import MocoaModel

extension TableColumns {
  /// A column with the format and the widths that its sampled values need.
  struct Column {
    /// The path of the field.
    let path: String

    /// The format of the values.
    var format = ColumnFormat()

    /// The width in terminal columns of the widest value.
    private(set) var maxWidth = 0

    /// The width in terminal columns that 95 % of the values need.
    private(set) var usualWidth = 0

    /// The scale of bars after the values, or `nil` if the column is not suitable for bars.
    private(set) var bars: BarScale?

    /// Sets the scale of bars from the sampled values.
    ///
    /// Identifiers, codes, states and coordinates have no bars.
    mutating func setBars(_ values: [FieldValue?]) {
      guard format.kind == .number, format.states == nil, !ColumnName(path).isCode,
        !ColumnName(path).isCoordinate
      else { return }
      bars = BarScale(values.compactMap { $0.flatMap(NumberFormatting.number) })
    }

    /// The largest width of a measured value, in terminal columns.
    static let widest = 200

    /// The largest width of a text column while other columns need the space, in terminal columns.
    private static let textLimit = 40

    init(path: String) { self.path = path }

    /// Sets the widths from the widths of the sampled values.
    mutating func measure(_ widths: [Int]) {
      let sorted = widths.filter { $0 > 0 }.sorted()
      maxWidth = sorted.last ?? 0
      usualWidth =
        sorted.isEmpty ? 0 : format.isRigid ? maxWidth : sorted[(sorted.count * 95 + 99) / 100 - 1]
      usualWidth = format.isRigid ? usualWidth : min(usualWidth, Self.textLimit)
    }

    /// Makes the column wide enough for a value.
    mutating func widen(to width: Int) {
      maxWidth = max(maxWidth, width)
      usualWidth = max(usualWidth, format.isRigid ? width : min(width, Self.textLimit))
    }

    /// The smallest width of a column of texts that are longer, in terminal columns.
    private static let textMinimum = 8

    /// Returns the smallest width of the column next to others.
    ///
    /// - Parameter width: The width that the column needs.
    func minWidth(_ width: Int) -> Int {
      format.isRigid ? width : min(width, max(Self.textMinimum, width * 3 / 5))
    }
  }
}
