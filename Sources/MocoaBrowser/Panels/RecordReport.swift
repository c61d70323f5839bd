internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The text of the preview.
///
/// It contains all fields of an item, with nested values indented and texts in full.
struct RecordReport {
  /// The maximum number of characters of all values together.
  private static let textLimit = 50_000

  /// The maximum number of lines.
  static let lineLimit = 5000

  /// The maximum depth of nested values; deeper values are summarized in one line.
  private static let maxDepth = 32

  private(set) var lines: [TextContent.Line] = []
  private var remaining = RecordReport.textLimit

  /// A Boolean value that indicates whether the item has fields that are not shown because of a
  /// limit.
  private(set) var isTruncated = false

  /// The parts of the item that match a filter or a search, or `nil`.
  private let matches: (any ItemMatches)?

  /// Creates the report of an item.
  ///
  /// - Parameters:
  ///   - item: The item to show.
  ///   - limit: The maximum number of fields that are shown of an item that is too large to parse
  ///     for display.
  ///   - matches: The parts of the item that match a filter or a search, or `nil`.
  @MainActor
  init(
    of item: any CellModel, fields limit: Int = lineLimit, matches: (any ItemMatches)? = nil
  ) {
    self.matches = matches
    guard let record = item as? any FieldReadable else {
      lines = [.init([.init(localized("no readable fields"), .detail)])]
      return
    }
    for reason in [record.errorMessage, record.warningMessage].compactMap(\.self) {
      lines.append(.init([.init("✗ \(reason)", .warning)]))
    }
    if let compared = item as? any ComparedItem { addDifferences(of: compared) }
    let first = ItemSerializer.firstFields(of: item, upTo: limit)
    add(first?.fields ?? record.fields, depth: 0)
    isTruncated = first?.areAll == false && !isFull && limit < Self.lineLimit
    if isTruncated {
      lines.append(.init([.init("…", .detail)]))
    } else if isFull || first?.areAll == false {
      lines.append(
        .init([.init(localized("… more (w exports the item, e opens an editor)"), .detail)]))
    }
  }

  /// Adds the fields that differ from the old item, with both values, and the number of a moved
  /// item.
  @MainActor
  private mutating func addDifferences(of item: any ComparedItem) {
    switch item.difference {
    case .equal: return
    case .inserted: lines.append(.init([.init(localized("new item"), .inserted)]))
    case .deleted: lines.append(.init([.init(localized("item is gone"), .removed)]))
    case .moved:
      let (old, new) = (item.numbers.old ?? 0, item.numbers.new ?? 0)
      lines.append(.init([.init(localized("row \(old) → \(new)"), .moved)]))
    case .changed:
      let old = (item.formerItem as? any FieldReadable)?.fields ?? []
      let new = (item as? any FieldReadable)?.fields ?? []
      let changed = FieldDifference.all(from: old, to: new)
      let width = min(24, changed.prefix(200).map(\.name.count).max() ?? 0)
      for field in changed where !isFull {
        let label = field.name.padding(toLength: width)
        for (value, sign, role) in [
          (field.old, "-", TextContent.Role.removed), (field.new, "+", .inserted),
        ] {
          guard let value, !isFull else { continue }
          let text = String((value.scalarString ?? value.description).prefix(remaining))
          remaining -= text.count
          lines.append(.init([.init("\(sign) \(label)", .detail), .init(text, role)]))
        }
      }
    }
    lines.append(.init([.init("", .detail)]))
  }

  private var isFull: Bool { remaining <= 0 || lines.count >= Self.lineLimit }

  @MainActor
  private mutating func add(_ fields: [FieldValue.Field], depth: Int, in parent: String = "") {
    let width = min(24, fields.prefix(200).map(\.name.count).max() ?? 0)
    for field in fields {
      if isFull { return }
      add(field.name, field.value, width: width, depth: depth, at: parent + field.name)
    }
  }

  @MainActor
  private mutating func add(
    _ name: String, _ value: FieldValue, width: Int, depth: Int, at path: String
  ) {
    var label = TextContent.Span(Self.indent(depth) + name, .detail)
    switch value {
    case .object(let fields) where !fields.isEmpty && depth < Self.maxDepth:
      lines.append(.init([label]))
      add(fields, depth: depth + 1, in: path + ".")
    case .array(let values) where !values.isEmpty && depth < Self.maxDepth:
      lines.append(.init([label, .init("\(values.count)", .number)]))
      let width = "\(values.count - 1)".count
      for (place, value) in values.enumerated() {
        if isFull { return }
        add("\(place)", value, width: width, depth: depth + 1, at: "\(path).\(place)")
      }
    default:
      let short = width - name.count
      if short > 0 { label.text += String(repeating: " ", count: short) }
      addText(of: value, at: path, after: label)
    }
  }

  /// Adds a label and a value.
  ///
  /// Each line of a text is added as its own line.
  @MainActor
  private mutating func addText(
    of value: FieldValue, at path: String, after label: TextContent.Span
  ) {
    let (text, role) = Self.text(of: value, limit: remaining)
    remaining -= text.count
    var label = label
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    for line in parts {
      if lines.count >= Self.lineLimit { return }
      var span = TextContent.Span(line, role)
      let shown = parts.count == 1 ? value : .string(line)
      if let match = matches?.match(of: shown, at: path, shownAs: line) {
        span.matches = match.ranges
        if match.isCompared { span.role = .match1 }
      }
      lines.append(.init([label, span]))
      label.text = String(repeating: " ", count: label.text.count)
    }
  }

  private static func text(
    of value: FieldValue, limit: Int
  ) -> (text: String, role: TextContent.Role) {
    switch value {
    case .string(let text):
      (
        text.isEmpty ? localized("(empty)") : String(text.prefix(limit)),
        text.isEmpty ? .detail : .text
      )
    case .int, .double, .decimal: (value.scalarString ?? "", .number)
    case .bool: (value.scalarString ?? "", .accent)
    case .null: ("null", .detail)
    case .array, .object: (value.summary(limit: 200), .detail)
    }
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}

extension String {
  /// Returns the text with spaces at its end, so that it has at least `length` characters.
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
