internal import MocoaModel

/// The view model of an item that an ``ItemTemplate`` shows as text.
final class BoundCellViewModel<Item: CellModel>: AnyCellViewModel {
  private var item: Item
  private let template: @MainActor (Item) -> ItemTemplate

  /// The text, cached after its first use because it is drawn in every frame.
  private var text: TextContent?

  init(_ item: Item, _ template: @escaping @MainActor (Item) -> ItemTemplate) {
    (self.item, self.template) = (item, template)
    super.init()
  }

  override class var modelType: Any.Type? { Item.self }

  override var element: (any CellModel)? { item }

  override func update(with element: any CellModel) throws {
    item = try Item.cast(element)
    text = nil
  }

  override var content: TextContent? {
    if let text { return text }
    guard case .text(let make) = template(item).form else { return nil }
    let content = make()
    text = content
    return content
  }
}

extension CellModel {
  /// Converts an element of a list to this type.
  ///
  /// - Throws: `ModelError.mismatch` if the element has another type.
  static func cast(_ element: any CellModel) throws(ModelError) -> Self {
    guard let item = element as? Self else {
      throw .mismatch(expected: "\(Self.self)", found: "\(type(of: element))")
    }
    return item
  }
}
