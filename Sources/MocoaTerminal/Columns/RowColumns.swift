public import Mocoa
public import MocoaModel

/// The fields of items in columns, with their names above: a table, whatever the modules of the items say.
///
/// How wide the columns are is found by a look at the first items and at those that are drawn, and how much
/// of that they get by the window. They do not become narrower again.
@MainActor
public final class RowColumns {
  /// The fields, in the order of the columns.
  public let fields: [String]

  private let isChosen: Bool

  /// The fields, where somebody asked for these, and not for a table of what there is.
  public var chosenFields: [String]? { isChosen ? fields : nil }

  /// The values of an item in the first so many columns; nil for an item that is shown as its module says.
  private let values: @MainActor (_ item: any CellModel, _ count: Int) -> [FieldValue?]?

  private var columns: [Column]

  /// How many items were looked at, and how many there were then.
  private var looked = (items: 0, of: 0)

  /// Whether a column has become wider, or is of texts now, since somebody asked last.
  private var hasChanged = false

  /// More columns have room in no window, and reading them would take its time.
  private static let mostColumns = 100

  /// So many items say how wide columns are.
  private static let lookLimit = 200

  /// A value is not looked at beyond so many characters.
  private static let textLimit = 200

  /// Columns for fields.
  public init(
    _ fields: [String], isChosen: Bool = false,
    values: @escaping @MainActor (_ item: any CellModel, _ count: Int) -> [FieldValue?]?
  ) {
    (self.fields, self.isChosen, self.values) = (fields, isChosen, values)
    columns = fields.prefix(Self.mostColumns).map { Column(title: $0) }
  }

  /// Looks at the first items of a list, until enough were there to be looked at.
  ///
  /// - Complexity: O(sections) and a fixed number of items.
  public func look(at list: ListSnapshot) {
    let count = list.itemCount
    guard looked.items < Self.lookLimit, count != looked.of else { return }
    looked = (0, count)
    for section in list.sections where looked.items < Self.lookLimit {
      for place in 0..<min(section.items.count, Self.lookLimit - looked.items) {
        looked.items += 1
        if let values = values(section.items.element(at: place), columns.count) { look(at: values) }
      }
    }
    hasChanged = false
  }

  /// Whether what was drawn since the last call has made columns other than they were, so that it is to be
  /// drawn again.
  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  private func look(at values: [FieldValue?]) {
    for (column, value) in zip(columns.indices, values) {
      let isNew = columns[column].look(
        at: value.map(Self.text) ?? "", isNumber: value?.isNumber ?? false)
      hasChanged = hasChanged || isNew
    }
  }

  /// The names of the fields, as they stand above the columns in a window with so much room; behind them
  /// how many there is no room for.
  public func heading(room: Int) -> TextContent.Line {
    let widths = widths(in: room)
    let names = widths.enumerated().map { place, width in
      span(columns[place].title, .heading, at: place, width, of: widths)
    }
    let rest = fields.count - widths.count
    return .init(names, trailing: rest > 0 ? [.init("+\(rest)", .detail)] : [])
  }

  /// An item in the columns that a window with so much room has; nil for one that is shown as its module
  /// says.
  public func line(of item: any CellModel, room: Int) -> TextContent.Line? {
    let widths = widths(in: room)
    guard let values = values(item, widths.count) else { return nil }
    look(at: values)
    let remark = (item as? any FieldReadable)?.remark
    return .init(
      widths.enumerated().map { place, width in
        let text = values.indices.contains(place) ? values[place].map(Self.text) ?? "" : ""
        let role: TextContent.Role =
          place == 0 ? .title : columns[place].isNumeric ? .number : .text
        return span(text, role, at: place, width, of: widths)
      }, trailing: remark.map { [.init("✗ \($0)", .warning)] } ?? [])
  }

  /// The names of the columns in one line, as `text(of:)` has what stands in them.
  public var fieldsText: String { columns.map(\.title).joined(separator: "  ") }

  /// What of an item stands in the columns, in one line; nil for one that is said as its module says.
  ///
  /// A `-` stands where there is nothing, for nobody hears a gap.
  public func text(of item: any CellModel) -> String? {
    values(item, columns.count)?
      .map { value in
        let text = value.map(Self.text) ?? ""
        return text.isEmpty ? "-" : text
      }
      .joined(separator: "  ")
  }

  private func span(
    _ text: String, _ role: TextContent.Role, at place: Int, _ width: Int, of widths: [Int]
  ) -> TextContent.Span {
    let isNumeric = columns[place].isNumeric
    // What is left of the row belongs to the last one, unless its values are to stand below each other.
    let isLast = place == widths.count - 1 && !isNumeric
    return .init(
      text, role, width: width, limit: isLast ? nil : width, alignment: isNumeric ? .end : .start)
  }

  private func widths(in room: Int) -> [Int] {
    Column.widths(of: columns.lazy.map(\.width), in: room, gap: TextContentDrawing.gap)
  }

  private static func text(of value: FieldValue) -> String {
    if case .null = value { return "" }
    return value.scalarText ?? value.summary(limit: textLimit)
  }
}

extension RowColumns {
  /// What is known of a column.
  private struct Column {
    let title: String

    /// The columns of the terminal that its name and its values take.
    var width: Int

    /// Whether it has values, all of them numbers.
    var isNumeric: Bool { hasNumbers && !hasTexts }

    private var (hasNumbers, hasTexts) = (false, false)

    /// However wide a value is, it is not given more.
    private static let widest = 60

    /// A column may be made so narrow, to have room for more of them.
    private static let narrowest = 8

    init(title: String) {
      self.title = title
      width = max(1, Canvas.columns(of: title, atMost: Self.widest))
    }

    /// - Returns: whether it is other than it was.
    mutating func look(at text: String, isNumber: Bool) -> Bool {
      if text.isEmpty { return false }
      let before = (width, isNumeric)
      if isNumber || Self.isNumber(text) { hasNumbers = true } else { hasTexts = true }
      width = max(width, Canvas.columns(of: text, atMost: Self.widest))
      return before != (width, isNumeric)
    }

    /// Whether a text is a number as they are written in cells of files.
    private static func isNumber(_ text: String) -> Bool {
      guard text.utf8.count <= 40, let first = text.utf8.first, first < 0x3A else { return false }
      return Double(text) != nil
    }

    /// The widths of as many columns as have room, the first ones: what they need, or else less for the
    /// widest of them.
    static func widths(of needed: some Sequence<Int>, in room: Int, gap: Int) -> [Int] {
      var (count, least) = (0, 0)
      for width in needed {
        least += min(width, narrowest) + (count > 0 ? gap : 0)
        if least > room, count > 0 { break }
        count += 1
      }
      var rest = max(count, room - gap * (count - 1))
      var widths = Array(needed.prefix(count))
      // The narrow ones take what they need, and the others have the rest in equal parts.
      for (number, place) in widths.indices.sorted(by: { widths[$0] < widths[$1] }).enumerated() {
        widths[place] = min(widths[place], rest / (count - number))
        rest -= widths[place]
      }
      return widths
    }
  }
}

extension FieldValue {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .double, .decimal: true
    case .null, .bool, .text, .list, .object: false
    }
  }
}
