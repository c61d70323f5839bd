internal import MocoaJSON
package import MocoaModel
package import MocoaQuery

/// A value in a document, as one row of a tree.
package struct TreeNode: CellModel, FieldReadable {
  package let itemID: ItemID

  /// The record with the value.
  package let record: Record

  /// The index of the node in its array or object.
  package let index: Int

  let header: TreeLevelHeader

  /// The number of children if the node is expanded, otherwise `nil`.
  private let childCount: Int?

  private let contentHash: UInt64

  init(
    itemID: ItemID, record: Record, index: Int, header: TreeLevelHeader, childCount: Int?,
    contentHash: UInt64
  ) {
    (self.itemID, self.record, self.index) = (itemID, record, index)
    (self.header, self.childCount, self.contentHash) = (header, childCount, contentHash)
  }

  /// The name of the module that displays nodes.
  package static let moduleName = "tree-node"

  package var moduleName: String { Self.moduleName }

  package func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? TreeNode else { return false }
    return other.contentHash == contentHash && other.index == index
  }

  /// The number of levels above the node.
  package var depth: Int { header.depth }

  /// The width in columns of the names of the level.
  package var nameColumns: Int { header.nameColumns }

  /// The name of the node, or its index in an array.
  package var name: String { record.name ?? String(index) }

  /// A Boolean value that indicates whether the node is an element of an array, which has an index
  /// instead of a name.
  package var isElement: Bool { record.name == nil }

  /// A Boolean value that indicates whether the children of the node are visible.
  package var isExpanded: Bool { childCount != nil }

  /// A Boolean value that indicates whether the node has children.
  package var hasChildren: Bool { record.isJSON && record.container != nil && count != 0 }

  /// The maximum size in bytes of a container whose children are counted for display.
  private static let countedSize = 1 << 18

  /// The number of children, or `nil` if the node is too large to count them before it is expanded.
  package var count: Int? {
    if let childCount { return childCount }
    switch record.value {
    case .array(let values): return values.count
    case .object(let fields): return fields.count
    default: break
    }
    guard record.truncatedText != nil, record.bytes.range.count <= Self.countedSize,
      let bytes = record.sourceBytes()
    else { return nil }
    var count = 0
    bytes.withUnsafeBytes { text in
      JSONScanner.forEachChild(of: text) { _ in
        count += 1
        return true
      }
    }
    return count
  }

  /// The number of elements that are examined to determine whether an array is a table.
  private static let sampleCount = 20

  /// A Boolean value that indicates whether the node is an array of objects, which can be shown as
  /// a table.
  package var isUniformArray: Bool {
    guard record.container == .array, errorMessage == nil else { return false }
    if case .array(let values) = record.value {
      return !values.isEmpty
        && values.prefix(Self.sampleCount).allSatisfy {
          if case .object = $0 { true } else { false }
        }
    }
    guard let fields = record.firstFields(upTo: Self.sampleCount)?.fields else {
      return record.truncatedText?.dropFirst().first { $0 != " " } == "{"
    }
    // A large element is truncated text.
    let elements = record.name == nil ? fields[...] : fields.dropFirst()
    return !elements.isEmpty
      && elements.allSatisfy { element in
        switch element.value {
        case .object: true
        case .string(let text): text.hasPrefix("{") && text.hasSuffix("…")
        default: false
        }
      }
  }

  /// The number of bytes of the value in its source.
  package var byteCount: Int { record.bytes.range.count }

  // MARK: - Fields

  package var errorMessage: String? { record.errorMessage }
  package var warningMessage: String? { record.warningMessage }

  /// The field names `name` and `value`; for an unreadable node `raw`.
  package var fieldNames: [String] { errorMessage == nil ? ["name", "value"] : ["raw"] }

  package func field(_ field: String) -> FieldValue? {
    if errorMessage != nil { return record.field(field) }
    switch field {
    case "name": return record.name.map { .string($0) } ?? .int(Int64(index))
    case "value": return record.truncatedText.map { .string($0) } ?? record.value
    default: return nil
    }
  }
}

extension TreeNode: ExportableItem {
  package var allFields: [FieldValue.Field] {
    if errorMessage != nil { return record.allFields }
    guard record.truncatedText != nil, let value = try? JSON.parse(valueJSON) else { return fields }
    return fields.map { $0.name == "value" ? .init(name: "value", value: value) : $0 }
  }

  /// The value of the node as JSON on one line.
  package var jsonLine: [UInt8] { valueJSON }

  package var isLost: Bool { record.isLost }

  package func firstFields(upTo limit: Int) -> (fields: [FieldValue.Field], areAll: Bool)? {
    record.firstFields(upTo: limit)
  }

  package func hasLoadedFields(readsAll: Bool) -> Bool {
    record.hasLoadedFields(readsAll: readsAll)
  }
}

extension TreeNode: AddressableItem {
  package var steps: [PathStep]? { header.steps + [header.step(to: record, at: index)] }

  package var key: String? { name }

  package var valueJSON: [UInt8] { record.valueJSON }

  package var valueText: [UInt8] { record.valueText }
}

extension Record: AddressableItem {
  package var steps: [PathStep]? {
    guard let pointer, let tokens = JSONPointer(pointer)?.tokens else { return nil }
    guard let last = tokens.last else { return [] }
    let step = name.map { PathStep.name($0) } ?? position.map { .index($0) } ?? .name(last)
    return [PathStep](tokens: tokens.dropLast()) + [step]
  }

  package var key: String? { name ?? position.map(String.init) }

  /// The value of the record as JSON on one line, unchanged if the source is JSON.
  package var valueJSON: [UInt8] {
    guard errorMessage == nil, isJSON, let bytes = sourceBytes() else { return jsonLine }
    return CompactJSON.line(bytes)
  }

  package var valueText: [UInt8] {
    if errorMessage == nil, truncatedText == nil, let text = value.scalarString {
      return Array(text.utf8)
    }
    return valueJSON
  }
}

extension [PathStep] {
  /// Creates steps from the tokens of a JSON pointer.
  ///
  /// A decimal number counts as an index, because a pointer does not contain the difference.
  init(tokens: some Sequence<String>) {
    self = tokens.map { token in JSONPointer.position(token).map { .index($0) } ?? .name(token) }
  }
}
