public import Mocoa
public import MocoaModel

/// The fields of items in columns, with their names above: a table, whatever the modules of the
/// items say.
///
/// Where there is no room for all, the first column stays, and the others are moved to the left of
/// it. How wide the columns are is found by a look at the first items and at those that are drawn,
/// and how much of that they get by the window. They become narrower again only where another
/// question is asked, for a screen that stands still is worth more than one that wastes nothing.
/// What it costs follows the columns that are seen, however many there are.
@MainActor
public final class RowColumns {
  /// The fields, in the order of the columns.
  public let fields: [String]

  private let isChosen: Bool

  /// The fields, where somebody asked for these, and not for a table of what there is.
  public var chosenFields: [String]? { isChosen ? fields : nil }

  /// The values of some fields of an item; nil for an item that is shown as its module says.
  private let values: @MainActor (_ item: any CellModel, _ names: [String]) -> [FieldValue?]?

  /// What is known of columns, by their places; of most that were never seen it is nothing.
  private var columns: [Int: Column] = [:]

  /// The column that was moved behind the first one; 0 while none was.
  private var start = 0

  /// The room that there was for them last.
  private var room = 0

  /// By which fields the items are in order, and of which the largest comes first.
  private var orders: [String: Bool] = [:]

  /// What the items that are shown are the answer to.
  private var question: AnyHashable?

  /// How many items were looked at, and how many there were then.
  private var looked = (items: 0, of: -1)

  /// Whether a column has become wider, or is of texts now, since somebody asked last.
  private var hasChanged = false

  /// More columns have room in no window, and reading them would take its time.
  private static let mostColumns = 100

  /// So many items say how wide columns are; fewer, where it takes long to find a cell in each.
  private var lookLimit: Int { min(200, max(20, 200_000 / max(1, fields.count))) }

  /// A value is not looked at beyond so many characters.
  private static let textLimit = 200

  /// A way to move the columns behind the first one.
  public enum Sideways: Hashable, Sendable {
    /// By one column.
    case left, right

    /// As far as there are columns.
    case first, last
  }

  /// Columns for fields.
  public init(
    _ fields: [String], isChosen: Bool = false,
    values: @escaping @MainActor (_ item: any CellModel, _ names: [String]) -> [FieldValue?]?
  ) {
    (self.fields, self.isChosen, self.values) = (fields, isChosen, values)
  }

  /// Moves the columns behind the first one, as far as there is more to be seen of them.
  public func scroll(_ way: Sideways) {
    switch way {
    case .left: start = before(start)
    case .right:
      let fitting = fitting(in: room)
      guard fields.count > 1, fitting.hidden > 0 || !fitting.isWhole else { return }
      start = min(fields.count - 1, start > 0 ? start + 1 : isSecondWhole ? 2 : 1)
    case .first: start = 0
    case .last: start = max(0, fields.count - 1)
    }
  }

  /// The place that is one to the left: a second column that has all it needs need not be moved to.
  private func before(_ start: Int) -> Int { start == 2 && isSecondWhole ? 0 : max(0, start - 1) }

  private var isSecondWhole: Bool {
    let fitting = fitting(in: room, from: 0)
    return fitting.widths.count > 1 && fitting.widths[1] >= needed(1)
  }

  /// Has the names say by which of them the items are in order.
  public func show(orders: [(field: String, isDescending: Bool)]) {
    self.orders = Dictionary(
      orders.map { ($0.field, $0.isDescending) }, uniquingKeysWith: { first, _ in first })
  }

  /// Has the columns be as wide as what is shown now needs, where that is the answer to something
  /// else than before.
  public func fit(to question: AnyHashable) {
    if self.question != nil, self.question != question {
      columns = [:]
      looked = (0, -1)
    }
    self.question = question
  }

  // MARK: - Looking

  /// Looks at the first items of a list, until enough were there to be looked at, in the columns
  /// that may be seen in a window with so much room.
  ///
  /// - Complexity: O(sections), and a fixed number of items and columns.
  public func look(at list: ListSnapshot, room: Int) {
    let count = list.itemCount
    if count != looked.of, looked.items < lookLimit {
      looked = (0, count)
      for place in columns.keys { columns[place]?.isLookedAt = false }
    }
    self.room = room
    let most = min(Self.mostColumns, room / (1 + TextContentDrawing.gap) + 2)
    let first = max(1, start)
    look(at: list, [0] + (min(first, fields.count)..<min(fields.count, first + most)))
    if start > 0, start + most >= fields.count {
      // Behind the last column is nothing to be seen, and before it may be more.
      look(at: list, Array(max(1, start - most)..<start))
      while start > 0 {
        let next = fitting(in: room, from: before(start))
        guard next.hidden == 0, next.isWhole else { break }
        start = before(start)
      }
    }
    hasChanged = false
  }

  private func look(at list: ListSnapshot, _ candidates: [Int]) {
    let places = candidates.filter { $0 < fields.count && !column($0).isLookedAt }
    guard !places.isEmpty else { return }
    let names = places.map { fields[$0] }
    var items = 0
    for section in list.sections where items < lookLimit {
      for place in 0..<min(section.items.count, lookLimit - items) {
        items += 1
        guard let values = values(section.items.element(at: place), names) else { continue }
        look(at: values, places)
      }
    }
    looked.items = max(looked.items, items)
    for place in places { columns[place]?.isLookedAt = true }
  }

  /// Whether what was drawn since the last call has made columns other than they were, so that it
  /// is to be drawn again.
  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  private func look(at values: [FieldValue?], _ places: [Int]) {
    for (place, value) in zip(places, values) {
      var column = column(place)
      let isNew = column.look(
        at: value.map(Self.text) ?? "", isNumber: value?.isNumber ?? false)
      columns[place] = column
      hasChanged = hasChanged || isNew
    }
  }

  private func column(_ place: Int) -> Column {
    if let column = columns[place] { return column }
    let column = Column(title: fields[place])
    columns[place] = column
    return column
  }

  // MARK: - Drawing

  /// The names of the fields, as they stand above the columns in a window with so much room; behind
  /// them how many there is no room for, and where some were moved out of sight to the left, a `‹`.
  public func heading(room: Int) -> TextContent.Line {
    let fitting = fitting(in: room)
    var spans: [TextContent.Span] = []
    for (index, place) in fitting.places.enumerated() {
      let before = index > 0 ? fitting.places[index - 1] : -1
      let isBehindHidden = place > before + 1
      var width = fitting.widths[index]
      if isBehindHidden {
        // In the gap; where the first column has no room either, in that of the name.
        let room = index > 0 ? TextContentDrawing.gap : min(1, width - 1)
        spans.append(
          .init("‹", .detail, width: room, limit: room, alignment: .end, isJoined: true))
        if index == 0 { width -= room }
      }
      let isLast = index == fitting.places.count - 1
      var title = title(at: place, width, isLast: isLast)
      title[0].isJoined = isBehindHidden
      spans += title
    }
    return .init(spans, trailing: fitting.hasMark ? [.init("+\(fitting.hidden)", .detail)] : [])
  }

  /// The name of a field, and behind it in which direction the items are in its order.
  private func title(at place: Int, _ width: Int, isLast: Bool) -> [TextContent.Span] {
    let column = column(place)
    guard let isDescending = orders[column.title] else {
      return [span(column.title, .heading, at: place, width, isLast: isLast)]
    }
    let arrow = isDescending ? "▼" : "▲"
    let room = max(0, width - 1)
    if column.isNumeric {
      return [
        .init(column.title, .heading, width: room, limit: room, alignment: .end),
        .init(arrow, .heading, width: 1, limit: 1, isJoined: true),
      ]
    }
    let used = min(room, Canvas.columns(of: column.title, atMost: room + 1))
    return [
      .init(column.title, .heading, width: used, limit: used),
      .init(arrow, .heading, width: width - used, limit: 1, alignment: .start, isJoined: true),
    ]
  }

  /// An item in the columns that a window with so much room has; nil for one that is shown as its
  /// module says.
  public func line(of item: any CellModel, room: Int) -> TextContent.Line? {
    let fitting = fitting(in: room)
    guard let values = values(item, fitting.places.map { fields[$0] }) else { return nil }
    look(at: values, fitting.places)
    let remark = (item as? any FieldReadable)?.remark
    return .init(
      fitting.places.enumerated().map { index, place in
        let text = values.indices.contains(index) ? values[index].map(Self.text) ?? "" : ""
        let role: TextContent.Role =
          place == 0 ? .title : column(place).isNumeric ? .number : .text
        return span(
          text, role, at: place, fitting.widths[index],
          isLast: index == fitting.places.count - 1)
      }, trailing: remark.map { [.init("✗ \($0)", .warning)] } ?? [])
  }

  /// The names of the columns in one line, as `text(of:)` has what stands in them.
  ///
  /// - Parameter count: so many columns at most.
  public func fieldsText(upTo count: Int = .max) -> String {
    fields.prefix(count).joined(separator: "  ")
  }

  /// What of an item stands in all columns, in one line, as it is printed and said; nil for one
  /// that is said as its module says.
  ///
  /// A `-` stands where there is nothing, for nobody hears a gap, and what is behind it would seem
  /// to be another column.
  ///
  /// - Parameter count: so many columns at most.
  public func text(of item: any CellModel, upTo count: Int = .max) -> String? {
    let fields = count < fields.count ? Array(fields.prefix(count)) : fields
    guard let values = values(item, fields) else { return nil }
    func text(of value: FieldValue?) -> String {
      let text = value.map { $0.isNull ? "" : $0.scalarText ?? $0.summary(limit: .max) } ?? ""
      return text.isEmpty ? "-" : text
    }
    var texts = values.map(text)
    if let record = item as? any FieldReadable, let remark = record.remark {
      // What stands behind the columns that all have is not to be lost.
      let others = isChosen ? [] : record.fieldNames.dropFirst(fields.count)
      texts += others.map { text(of: record.field($0)) }
      texts.append("✗ \(remark)")
    }
    return texts.joined(separator: "  ")
  }

  /// The field whose column is at a column of a window with so much room; nil where there is none.
  func field(at column: Int, room: Int) -> String? {
    let fitting = fitting(in: room)
    let mark = fitting.hasMark ? "+\(fitting.hidden)".utf8.count : 0
    guard column >= 0, column < room - mark else { return nil }
    var end = 0
    for (place, width) in zip(fitting.places, fitting.widths) {
      end += width + TextContentDrawing.gap
      if column < end { return fields[place] }
    }
    // What is left of the row belongs to the last one.
    return fitting.places.last.map { fields[$0] }
  }

  private func span(
    _ text: String, _ role: TextContent.Role, at place: Int, _ width: Int, isLast: Bool
  ) -> TextContent.Span {
    let isNumeric = column(place).isNumeric
    // What is left of the row belongs to the last one, unless its values are to stand below each other.
    return .init(
      text, role, width: width, limit: isLast && !isNumeric ? nil : width,
      alignment: isNumeric ? .end : .start)
  }

  private static func text(of value: FieldValue) -> String {
    if value.isNull { return "" }
    return value.scalarText ?? value.summary(limit: textLimit)
  }
}

// MARK: - What has room

extension RowColumns {
  /// The columns that have room in a window.
  private struct Fitting {
    var places: [Int] = []
    var widths: [Int] = []

    /// How many there are behind them.
    var hidden = 0

    /// Whether it is said behind the names how many.
    var hasMark = false

    /// Whether those behind the first have all they need.
    var isWhole = true
  }

  /// A column may be made so narrow, to have room for more of them: in usual windows a date and a
  /// time still stand there whole, in small ones the beginning of a word.
  private static func narrowest(in room: Int) -> Int { min(16, max(8, room * 2 / 9)) }

  private func fitting(in room: Int, from start: Int? = nil) -> Fitting {
    let start = start ?? self.start
    var all = fitting(within: room, from: start)
    guard all.hidden > 0, let last = all.places.last else { return all }
    // What says how many are not seen covers no name: it stands behind the last one, or else has
    // its room.
    let gap = TextContentDrawing.gap
    let mark = "+\(fields.count)".utf8.count + gap
    let end = zip(all.places, all.widths).dropLast().reduce(0) { $0 + $1.1 + gap }
    let column = column(last)
    // With what stands before and behind the name.
    let signs = (orders[column.title] == nil ? 0 : 1) + (last > 0 && all.places.count == 1 ? 1 : 0)
    all.hasMark = !column.isNumeric && end + column.titleWidth + signs + mark <= room
    // A window that has hardly room for columns has none for that.
    if all.hasMark || room < 4 * mark { return all }
    var others = fitting(within: room - mark, from: start)
    others.hasMark = true
    return others
  }

  /// As many columns as have room: with what they need, or else with less for the widest of them.
  ///
  /// The one to which they were moved has all it needs: so every value can be read.
  private func fitting(within room: Int, from start: Int) -> Fitting {
    guard !fields.isEmpty else { return Fitting() }
    let gap = TextContentDrawing.gap
    let narrowest = Self.narrowest(in: room)
    let moved = start > 0 ? start : nil
    var (places, sum) = ([0], min(needed(0), narrowest))
    var full: Int?
    if let moved, sum + gap + min(needed(moved), narrowest) > room { (places, sum) = ([], 0) }
    for place in min(max(1, start), fields.count)..<fields.count {
      let used = places.isEmpty ? 0 : sum + gap
      var least = min(needed(place), narrowest)
      if place == moved {
        least = min(needed(place), max(least, room - used))
        full = least
      }
      if used + least > room, !places.isEmpty { break }
      places.append(place)
      sum = used + least
      if places.count == Self.mostColumns { break }
    }
    let widths = widths(of: places, moved, full, room)
    return Fitting(
      places: places, widths: widths, hidden: fields.count - 1 - (places.last ?? 0),
      isWhole: zip(places, widths).allSatisfy { $0 == 0 || $1 >= needed($0) })
  }

  /// - Parameter full: the width of the one that was moved to.
  private func widths(of places: [Int], _ moved: Int?, _ full: Int?, _ room: Int) -> [Int] {
    var rest = max(places.count, room - TextContentDrawing.gap * (places.count - 1))
    var widths = places.map { $0 == moved ? full ?? 0 : needed($0) }
    // That one first; the narrow ones take what they need, and the others have the rest in equal parts.
    let order = widths.indices.sorted { one, other in
      if places[one] == moved || places[other] == moved { return places[one] == moved }
      return (widths[one], one) < (widths[other], other)
    }
    for (number, index) in order.enumerated() {
      let share = places[index] == moved ? rest : rest / (order.count - number)
      widths[index] = min(widths[index], max(1, share))
      rest -= widths[index]
    }
    return widths
  }

  /// The columns of the terminal that a column needs.
  private func needed(_ place: Int) -> Int {
    let column = column(place)
    // Behind the name stands in which direction it is sorted.
    return orders[column.title] == nil ? column.width : max(column.width, column.titleWidth + 1)
  }
}
