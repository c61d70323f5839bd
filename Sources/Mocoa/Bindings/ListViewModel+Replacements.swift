package import MocoaModel

extension ListViewModel {
  /// Shows all elements of a class with a template, items and headers alike.
  ///
  /// The module of the list is not used for them.
  ///
  /// Use this method for elements that replace or precede items, such as ``ItemGroup``.
  ///
  /// - Parameters:
  ///   - height: The height in rows of content that the template creates, or `nil` if its view
  ///     determines the height.
  ///   - template: A function that returns the representation of an element.
  package final func show<Model: CellModel>(
    _: Model.Type, height: Int? = nil, as template: @escaping @MainActor (Model) -> ItemTemplate
  ) {
    let modules = ItemModules(of: module, height: height, template: template)
    replacementResolution = { modules.resolution(of: $0) }
  }
}
