internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The cell of a node of a tree: guides, the name, and the value.
final class TreeNodeCellViewModel: CellViewModel<TreeNode> {
  private var madeContent: TextContent?

  override func modelDidChange(from old: TreeNode) { madeContent = nil }

  override var content: TextContent? {
    if let madeContent { return madeContent }
    let content = makeContent()
    madeContent = content
    return content
  }

  /// The maximum number of guides; deeper nodes have a sign instead.
  private static let guideLimit = 20

  /// Returns the width in columns of the guides before a node, which is the column of its sign.
  static func guideColumns(ofDepth depth: Int) -> Int {
    2 * min(depth, guideLimit) + (depth > guideLimit ? 2 : 0)
  }

  /// The maximum length of the text of a value in characters.
  private static let valueLimit = 1000

  private func makeContent() -> TextContent {
    var spans: [TextContent.Span] = []
    if model.depth > 0 {
      let guides = String(repeating: "│ ", count: min(model.depth, Self.guideLimit))
      spans.append(.init(model.depth > Self.guideLimit ? guides + "… " : guides, .guide))
    }
    let sign = model.hasChildren ? (model.isExpanded ? "▾ " : "▸ ") : ""
    if !sign.isEmpty { spans.append(.init(sign, .guide, isJoined: !spans.isEmpty)) }
    let columns = max(1, model.nameColumns - (sign.isEmpty ? 0 : 2))
    spans.append(
      .init(
        model.name.isEmpty ? "\"\"" : model.name, model.isElement ? .quiet : .key, width: columns,
        limit: columns,
        isJoined: !spans.isEmpty))
    return TextContent(spans + valueSpans)
  }

  private var valueSpans: [TextContent.Span] {
    if let message = model.errorMessage { return [.init("✗ \(message)", .warning)] }
    switch model.record.container {
    case .object?: return [.init("{\(countText)}", .nested)] + bestMember + size
    case .array?: return [.init("[\(countText)]", .nested)] + size
    case nil: break
    }
    let value = model.record.value
    return switch value {
    case .null: [.init("∅", .quiet)]
    case .bool: [.init(value.description, .boolean)]
    case .int, .double, .decimal: [.init(value.summary(limit: Self.valueLimit), .number)]
    default: [.init(value.summary(limit: Self.valueLimit), .text)]
    }
  }

  private var countText: String {
    guard let count = model.count else { return "…" }
    return count == 0 ? "" : NumberFormatting.grouped(count)
  }

  /// The size of a container whose children are not counted yet.
  private var size: [TextContent.Span] {
    guard model.count == nil else { return [] }
    let kibibytes = model.byteCount >> 10
    return [.init(kibibytes < 1024 ? "\(kibibytes) KiB" : "\(kibibytes >> 10) MiB", .quiet)]
  }

  /// The member that describes a collapsed object best.
  private var bestMember: [TextContent.Span] {
    guard !model.isExpanded, case .object(let fields) = model.record.value,
      let title = RecordTitle(fields), !fields[title.index].value.isContainer
    else { return [] }
    return [.init(String(title.text.prefix(Self.valueLimit)), .text)]
  }
}
