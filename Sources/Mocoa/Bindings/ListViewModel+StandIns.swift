package import MocoaModel

extension ListViewModel {
  /// Shows all elements of a class as a template says, whether items or headers, and whatever the
  /// module of the list is: for what stands for the items of any list.
  ///
  /// - Parameter height: the rows of what the template makes itself; nil for what the view says.
  package final func show<Model: CellModel>(
    _: Model.Type, height: Int? = nil, as template: @escaping @MainActor (Model) -> ItemTemplate
  ) {
    let modules = ItemModules(of: module, height: height, template: template)
    standInResolution = { modules.resolution(of: $0) }
  }
}
