internal import Mocoa
internal import MocoaModel

/// A cell that shows the old and the new value of a field.
@MainActor
enum ComparedCell {
  /// The text between the old and the new value.
  static let arrow = " → "

  /// The maximum length of the texts of which only the differing part is bold, in UTF-8 code units.
  private static let maxComparedLength = 1_000

  /// Returns the text of a cell with both values.
  static func text(_ old: String, _ new: String) -> String {
    [old, new].filter { !$0.isEmpty }.count == 2
      ? old + arrow + new : old.isEmpty ? "→ " + new : old + " →"
  }

  /// Returns the spans of a cell.
  ///
  /// If both values do not fit, both are shortened, or only the new value is shown.
  ///
  /// - Parameters:
  ///   - span: The span of the new value without a mark.
  ///   - old: The text of the old value.
  ///   - showsOld: A Boolean value that indicates whether the window has space for the old value.
  ///   - isRigid: A Boolean value that indicates whether the values must not be shortened.
  static func spans(
    _ span: TextContent.Span, old: String, showsOld: Bool, isRigid: Bool
  ) -> [TextContent.Span] {
    let new = span.text
    // Without a limit, a long old value would hide the new one.
    let limit = span.limit ?? max(1, span.width)
    let oldWidth = Canvas.columns(of: old, atMost: limit)
    let newWidth = Canvas.columns(of: new, atMost: limit)
    let fits = oldWidth + newWidth + (old.isEmpty || new.isEmpty ? 2 : arrow.count) <= limit
    guard showsOld, fits || (!isRigid && limit >= minimum) else {
      return newSpans(span, old: old, width: span.width, limit: span.limit)
    }
    if new.isEmpty {
      return [
        .init(old, .removed, limit: max(1, limit - 2)),
        .init(" →", .quiet, width: max(2, span.width - min(oldWidth, limit - 2)), isJoined: true),
      ]
    }
    if old.isEmpty {
      return [.init("→ ", .quiet, width: 2)]
        + newSpans(span, old: old, width: span.width - 2, limit: limit - 2)
        .map(joined)
    }
    let rest = limit - arrow.count
    let part = fits ? oldWidth : min(oldWidth, max(rest / 2, rest - newWidth))
    return [
      .init(old, .removed, width: part, limit: part),
      .init(arrow, .quiet, width: arrow.count, isJoined: true),
    ]
      + newSpans(
        span, old: old, width: span.width - part - arrow.count,
        limit: limit - part - arrow.count
      ).map(joined)
  }

  /// The minimum width of a cell with two shortened values, in terminal columns.
  private static let minimum = 11

  private static func joined(_ span: TextContent.Span) -> TextContent.Span {
    var span = span
    span.isJoined = true
    return span
  }

  /// Returns the spans of the new value, in which the part that differs is bold.
  private static func newSpans(
    _ span: TextContent.Span, old: String, width: Int, limit: Int?
  ) -> [TextContent.Span] {
    let new = span.text
    let isShort = new.utf8.count <= maxComparedLength && old.utf8.count <= maxComparedLength
    let parts = isShort && !old.isEmpty ? ChangedCell.parts(of: new, former: old) : ["", new, ""]
    var spans: [TextContent.Span] = []
    var used = 0
    if span.alignment == .end {
      let padding = width - Canvas.columns(of: new, atMost: width)
      if padding > 0 { spans.append(.init("", .inserted, width: padding)) }
      used = max(0, padding)
    }
    for (index, text) in parts.enumerated() where !text.isEmpty || index == 2 {
      let columns = Canvas.columns(of: text, atMost: limit.map { max(0, $0 - used) } ?? .max)
      if index < 2, columns == 0 { continue }
      // The last span fills the width of the column.
      let filled = index == 2 ? max(0, width - used) : columns
      var part = TextContent.Span(
        text, .inserted, width: filled, limit: limit.map { max(0, $0 - used) },
        alignment: .start, isJoined: !spans.isEmpty)
      part.isBold = index == 1
      spans.append(part)
      used += columns
    }
    return spans
  }
}

extension ItemDifference {
  /// The sign in the gutter, or `nil` for equal items.
  package var sign: String? {
    switch self {
    case .equal: nil
    case .changed: "~"
    case .inserted: "+"
    case .deleted: "-"
    case .moved: "↕"
    }
  }

  /// The role of the sign.
  var role: TextContent.Role {
    switch self {
    case .equal: .quiet
    case .changed: .updated
    case .inserted: .inserted
    case .deleted: .removed
    case .moved: .moved
    }
  }
}

/// The rows of a list that is compared with another list.
extension TableColumns {
  /// The minimum width of a window that shows old values, in terminal columns without the margins.
  private static let formerValueWindow = 60 - ListRenderer.gutter - ListRenderer.rightMargin

  /// Returns `true` if a window of `available` terminal columns shows old values.
  static func showsFormerValues(width available: Int) -> Bool { available >= formerValueWindow }

  /// Returns the old values of a changed item in some fields, or `nil` for other items.
  func formerValues(of item: any CellModel, _ names: [String]) -> [FieldValue?]? {
    guard let item = item as? any ComparedItem, item.difference == .changed else { return nil }
    return item.formerItem.flatMap { values(of: $0, at: names) }
  }

  /// Returns the names of the fields that differ in changed items.
  func changedFields(of items: some Sequence<any CellModel>) -> Set<String> {
    var names: Set<String> = []
    for item in items {
      guard let item = item as? any ComparedItem, item.difference == .changed,
        let new = fields(of: item), let old = item.formerItem.flatMap(fields)
      else { continue }
      names.formUnion(FieldDifference.all(from: old, to: new).lazy.map(\.name))
    }
    return names
  }

  /// Returns the spans of a cell of a compared item, or `nil` for the spans of other cells.
  ///
  /// - Parameters:
  ///   - span: The span of the shown value.
  ///   - difference: The difference of the item.
  ///   - values: The shown value and the old value.
  func comparedSpans(
    _ span: TextContent.Span, _ difference: ItemDifference,
    _ values: (new: FieldValue?, old: FieldValue?), _ index: Int, width available: Int
  ) -> [TextContent.Span]? {
    var span = span
    switch difference {
    case .equal: span.role = .quiet
    case .deleted: span.role = .removed
    case .inserted, .moved: return nil
    case .changed:
      guard values.new != values.old else { return nil }
      let format = column(index).format
      return ComparedCell.spans(
        span, old: Self.trimmed(format.cell(values.old).text),
        showsOld: Self.showsFormerValues(width: available), isRigid: format.isRigid)
    }
    return [span]
  }

  /// Returns the text of a cell of an item, which determines the width of the column.
  ///
  /// - Parameter former: The old value, or `nil` if the cell shows only the new value.
  func shownText(
    _ column: Column, _ item: any CellModel, _ new: FieldValue?, former: FieldValue??
  ) -> String {
    let text = cell(of: new, in: column, item).text
    guard let former, former != new else { return text }
    return ComparedCell.text(
      Self.trimmed(column.format.cell(former).text), new == nil ? "" : Self.trimmed(text))
  }

  /// Returns a text without the spaces that align its decimal point.
  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
