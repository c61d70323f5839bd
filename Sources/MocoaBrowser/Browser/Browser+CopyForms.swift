internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The copying of the marked items or the current item in several forms.
extension Browser {
  /// The maximum number of columns of a path in a message.
  private static let subjectColumns = 40

  /// Copies the marked items, or the current item if none is marked.
  func copyItems(as form: CopyForm) {
    if form == .url { return copyURL() }
    guard let list = listScreen, let items = list.targetItems, items.count > 0 else {
      return showMessage(localized("nothing to copy"))
    }
    let limit = ClipboardError.byteLimit
    guard items.count <= limit, let text = text(of: items, as: form, limit: limit) else {
      let count = localized("\(items.count, one: "item", other: "items")")
      return showWarning(
        localized("cannot copy \(count): the terminal limit is \(limit) bytes (export them)"))
    }
    copy(text, subject(of: items, as: form))
  }

  /// Returns the words for copied items: their number, the path of a single item, or the form.
  private func subject(of items: ItemSubset, as form: CopyForm) -> String {
    if items.count > 1 { return localized("\(items.count, one: "item", other: "items")") }
    var subject = form.word
    if ![.row, .key].contains(form) {
      items.forEach { item in
        if let steps = steps(of: item, as: form) {
          let path = form == .pointer ? steps.pointerText : steps.pathText
          subject = TreeController.cutInMiddle(path, columns: Self.subjectColumns)
        }
        return false
      }
    }
    return subject
  }

  /// Returns the text of items in a form.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: `nil` if the text is longer.
  private func text(of items: ItemSubset, as form: CopyForm, limit: Int) -> String? {
    let fields = queries.shownFields
    if form == .csv {
      return ExportWriter.bytes(of: items, at: fields, .csv, limit: limit).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    if form == .row, listScreen?.markedCount == 0, let cell = listScreen?.currentCell {
      return PlainTextRenderer(isDebugging: true).lines(of: cell).joined(separator: "\n")
    }
    var (text, isFirst) = ([UInt8](), true)
    items.forEach { item in
      if !isFirst { text.append(UInt8(ascii: "\n")) }
      isFirst = false
      text += bytes(of: item, as: form, fields)
      return text.count <= limit
    }
    return text.count <= limit ? String(decoding: text, as: UTF8.self) : nil
  }

  private func bytes(of item: any CellModel, as form: CopyForm, _ fields: [String]?) -> [UInt8] {
    let columns = listScreen?.rowColumns
    let addressable = item as? any AddressableItem
    switch form {
    case .row:
      let text = columns?.text(of: item)
      return text.map { Array(SanitizedText.line($0).utf8) } ?? ItemSerializer.line(of: item)
    case .value:
      if let field = copiedField { return ItemSerializer.text(at: field, of: item) }
      return addressable?.valueText ?? firstText(of: item)
    case .path: return steps(of: item, as: form).map { Array($0.pathText.utf8) } ?? []
    case .pointer: return steps(of: item, as: form).map { Array($0.pointerText.utf8) } ?? []
    case .json: return ItemSerializer.json(of: item)
    case .text:
      if columns == nil, let addressable { return addressable.valueText }
      let names = fields ?? ItemSerializer.fields(of: item).map(\.name)
      return Array(
        ItemSerializer.values(at: names, of: item).map { $0.map(ItemSerializer.text) ?? [] }
          .joined(separator: [UInt8(ascii: "\t")]))
    case .key:
      if let field = columns?.fields.first { return ItemSerializer.text(at: field, of: item) }
      return addressable?.key.map { Array($0.utf8) } ?? firstText(of: item)
    case .csv, .url: return []
    }
  }

  private func firstText(of item: any CellModel) -> [UInt8] {
    ItemSerializer.fields(of: item).first.map { ItemSerializer.text(of: $0.value) } ?? []
  }

  /// The field whose value and path are copied, or `nil` for the whole item.
  private var copiedField: String? { listScreen?.rowColumns?.commandField }

  /// Returns the steps that lead to an item, or to its value in the copied field.
  private func steps(of item: any CellModel, as form: CopyForm) -> [PathStep]? {
    guard let steps = (item as? any AddressableItem)?.steps else { return nil }
    guard [.path, .pointer, .value].contains(form), let field = copiedField else {
      return steps
    }
    let isName = (item as? any FieldReadable)?.fieldNames.contains(field) ?? false
    return steps + (isName ? [PathStep.name(field)] : Self.steps(ofField: field, in: item))
  }

  /// Returns the steps of a field whose names are separated by periods.
  ///
  /// A number is the index of an element if the value that contains it is an array.
  private static func steps(ofField field: String, in item: any CellModel) -> [PathStep] {
    var steps: [PathStep] = []
    var path = ""
    for name in field.split(separator: ".").map(String.init) {
      let isElement =
        if case .array? = ItemSerializer.value(at: path, of: item) { true } else { false }
      if isElement, let index = Int(name) {
        steps.append(.index(index))
      } else {
        steps.append(.name(name))
      }
      path += path.isEmpty ? name : "." + name
    }
    return steps
  }
}
