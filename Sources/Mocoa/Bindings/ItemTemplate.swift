internal import MocoaLocalization
internal import MocoaModel

/// The representation of an item of a binding: text, a view model, or a module.
///
/// The binding calls its template function whenever it needs the representation of an item. The
/// function must return the same representation for equal items. The content is created only when
/// the item is shown.
@MainActor
public struct ItemTemplate {
  enum Form {
    case text(() -> TextContent)
    case cell(AnyCellViewModel.Type, () -> AnyCellViewModel)
    case module(ModuleURL)
  }

  let form: Form

  /// Creates a template that shows text.
  ///
  /// The text is created again when the item's content changes.
  public static func text(_ content: @escaping @autoclosure () -> TextContent) -> ItemTemplate {
    ItemTemplate(form: .text(content))
  }

  /// Creates a template that shows one line of text: leading spans, and trailing spans at the right
  /// end.
  public static func text(
    _ leading: @escaping @autoclosure () -> [TextContent.Span],
    trailing: @escaping @autoclosure () -> [TextContent.Span] = []
  ) -> ItemTemplate {
    ItemTemplate(form: .text { TextContent(leading(), trailing: trailing()) })
  }

  /// Creates a template that shows a view model of a class.
  ///
  /// Each evaluation of `make` must create a new instance.
  ///
  /// When the content of the item changes, the list calls `update(with:)` of the view model, unless
  /// the template then returns a view model of another class. Renderers show the `content` of the
  /// view model. To show a view instead, register the view model and the view in a module, and use
  /// `module(_:)`.
  public static func viewModel<ViewModel: AnyCellViewModel>(
    _ make: @escaping @autoclosure () -> ViewModel
  ) -> ItemTemplate {
    ItemTemplate(form: .cell(ViewModel.self, make))
  }

  /// Creates a template that shows the item with the module at a URL.
  ///
  /// The module must be a module for cells, at any address. If it does not exist, the item is shown
  /// as a placeholder with the reason.
  public static func module(_ url: ModuleURL) -> ItemTemplate {
    ItemTemplate(form: .module(url))
  }
}

/// The modules that show the items of a binding, determined by its template function.
///
/// If a template creates text or a view model, this type creates one detached module for each class
/// of view models. Lists, renderers and placeholders can then handle all items in the same way.
@MainActor
final class ItemModules<Item: CellModel> {
  /// The maximum number of cached resolutions of module addresses.
  ///
  /// The limit exists because addresses may come from data.
  private static var addressLimit: Int { 1024 }

  private let list: Module
  private let height: Int?
  private let template: @MainActor (Item) -> ItemTemplate

  private var own: [ObjectIdentifier: Resolution] = [:]
  private var addressed: [ModuleURL: Resolution] = [:]
  private var revision = -1

  /// Creates the modules of a list.
  ///
  /// - Parameter height: The height in rows of content that the template creates, or `nil` if the
  ///   content determines its height.
  init(
    of list: Module, height: Int?, template: @escaping @MainActor (Item) -> ItemTemplate
  ) {
    (self.list, self.height, self.template) = (list, height, template)
  }

  /// Returns the resolution of an item of the binding, or `nil` if the element is not an `Item`.
  ///
  /// The list resolves other elements, such as headers, itself.
  func resolution(of element: any CellModel) -> Resolution? {
    guard let item = element as? Item else { return nil }
    return switch template(item).form {
    case .text: own(BoundCellViewModel<Item>.self)
    case .cell(let type, _): own(type)
    case .module(let url): addressed(url.withoutOptions)
    }
  }

  private func own(_ type: AnyCellViewModel.Type) -> Resolution {
    if let resolution = own[ObjectIdentifier(type)] { return resolution }
    let module = Module(url: list.url, parent: nil, sharedState: list.sharedState, isDetached: true)
    module.cellSlot = type
    module.height = height.map { max(0, $0) }
    module.maker = { [template] in try Self.make($0, template) }
    let resolution = resolution(list.url, module, .chosen)
    own[ObjectIdentifier(type)] = resolution
    return resolution
  }

  private static func make(
    _ element: any CellModel, _ template: @escaping @MainActor (Item) -> ItemTemplate
  ) throws(ModelError) -> AnyCellViewModel {
    let item = try Item.cast(element)
    switch template(item).form {
    case .text: return BoundCellViewModel(item, template)
    case .cell(let type, let make):
      let viewModel = make()
      guard viewModel.parent == nil else {
        throw .mismatch(
          expected: localized("new \(type)"), found: localized("view model that is already in use"))
      }
      return viewModel
    case .module(let url):
      throw .mismatch(expected: localized("template as before"), found: localized("module: \(url)"))
    }
  }

  private func addressed(_ url: ModuleURL) -> Resolution {
    if revision == list.sharedState.revision, let resolution = addressed[url] { return resolution }
    let resolution = find(url)
    // A provider may have registered other modules during the call.
    if revision != list.sharedState.revision || addressed.count >= Self.addressLimit {
      addressed.removeAll(keepingCapacity: true)
      revision = list.sharedState.revision
    }
    addressed[url] = resolution
    list.sharedState.log(resolution)
    return resolution
  }

  private func find(_ url: ModuleURL) -> Resolution {
    guard let registry = list.sharedState.registry else {
      return resolution(url, nil, .notRegistered)
    }
    do throws(ModuleRegistry.ModuleLookupError) {
      let module = try registry.module(at: url)
      return resolution(url, module, module.cellSlot == nil ? .noViewModel : .chosen)
    } catch .notAModule(_, let type) {
      return resolution(url, nil, .notAModule(type: type))
    } catch {
      return resolution(url, nil, .notRegistered)
    }
  }

  private func resolution(
    _ url: ModuleURL, _ module: Module?, _ outcome: Resolution.Candidate.Outcome
  ) -> Resolution {
    Resolution(
      request: .init(list: list.url, section: "", kind: .cell, name: ""),
      requested: "\(url)", requestedModule: module,
      resolved: outcome == .chosen ? module : nil,
      tried: [.init(url: "\(url)", outcome: outcome)])
  }
}

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
