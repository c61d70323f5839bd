internal import MocoaLanguage
public import MocoaModel

/// The view model of one cell, header or footer, whatever its model.
///
/// Subclass `CellViewModel<Model>` for a model type of one's own; subclass this one for view models
/// that show any model.
@MainActor
open class AnyCellViewModel: ViewModel {
  /// The position of the item among those that its list displays; nil for headers, footers and view
  /// models outside a list.
  public internal(set) final var shownPath: ItemPath?

  /// The position of the item in the content of its list, to which edits refer, whatever filter and
  /// order are in effect; nil for headers, footers, groups and view models outside a list, and for
  /// an item that the content does not have any more.
  ///
  /// - Complexity: O(1), and O(log chunks) where an excerpt is displayed.
  public final var path: ItemPath? {
    guard let shownPath, let list = parent?.parent as? ListViewModel else { return shownPath }
    return list.contentPath(of: shownPath)
  }

  /// What it is to its section; nil for the view model of an item, or outside of a list.
  final var end: ListElement.End?

  /// How the module of this view model was found; nil outside a list.
  public internal(set) final var resolution: Resolution?

  /// The class that was registered when it was made in a list; nil for a placeholder.
  final var registeredType: AnyCellViewModel.Type?

  /// The module that was asked to make it, outside a list, and its address.
  final var ownModule: Module?
  final var ownURL: ModuleURL?

  /// The address of the module that was asked for, as text; nil where none was.
  public final var requested: String? { resolution?.requested ?? ownURL?.description }

  /// The module whose view model this is; nil for one that no module has made.
  public final var module: Module? { resolution?.resolved ?? ownModule }

  override final var ownLedger: Module.Ledger? { module?.ledger }

  /// The type of model that this class needs; nil for any.
  open class var modelType: Any.Type? { nil }

  /// What the cell shows, as it came from the list or was decoded from it; nil outside of these.
  open var element: (any CellModel)? { nil }

  /// The text of the cell, which every renderer can draw; nil where only a view can show it.
  open var content: TextContent? { nil }

  /// The page that opening this cell leads to; nil where it leads nowhere.
  open var destination: ModuleURL? { nil }

  /// Whether this shows any record in a general way, for want of a module of its own.
  open var isGeneric: Bool { false }

  /// Whether it is on a screen: from `willDisplay()` to `didEndDisplaying()`.
  public internal(set) final var isDisplayed = false

  /// Whether the cursor is on it: from `didHighlight()` to `didUnhighlight()`.
  public internal(set) final var isHighlighted = false

  /// Whether it may be selected.
  open var allowsSelection: Bool { true }

  /// Whether selecting it does something, so that it is offered.
  ///
  /// To be overridden together with `didSelect()`; what has a destination is offered anyway.
  open var actsOnSelection: Bool { false }

  /// The height that was set.
  final var ownHeight: Int?

  /// Called before the cell is drawn for the first time since it was out of sight.
  ///
  /// Every call is followed by one of `didEndDisplaying()` before the next.
  open func willDisplay() {}

  /// Called when the cell is not drawn any more: scrolled out, deleted, replaced, or its page left.
  open func didEndDisplaying() {}

  /// Called when the cursor came to the cell.
  ///
  /// Every call is followed by one of `didUnhighlight()` before the next.
  open func didHighlight() {}

  /// Called when the cursor left the cell, or the cell the screen.
  open func didUnhighlight() {}

  /// Called when the item was selected, and again whenever it is chosen once more.
  open func didSelect() {}

  /// Called when the item is not selected any more: another was, none is, or it is gone.
  open func didDeselect() {}

  /// Makes a view model for an element of a list.
  ///
  /// - Throws: an error that describes itself in one line, shown in a placeholder.
  open class func make(from element: any CellModel) throws -> AnyCellViewModel {
    throw ModelError.mismatch(expected: phrase("nothing"), found: "\(type(of: element))")
  }

  /// Takes over the new content of its element.
  ///
  /// - Throws: where the element is none that this view model can show; it is then made anew.
  open func adopt(_ element: any CellModel) throws {
    throw ModelError.mismatch(expected: phrase("nothing"), found: "\(type(of: element))")
  }
}

/// The view model of a cell with a model of one type: what one subclasses.
///
/// ```swift
/// final class AlbumCellViewModel: CellViewModel<Album> {
///   override var content: TextContent? { TextContent([.init(model.title, .title)]) }
/// }
/// ```
@MainActor
open class CellViewModel<Model: CellModel>: AnyCellViewModel {
  /// What the cell shows, as it is now.
  public private(set) final var model: Model

  /// What watches a model that tells itself when it changes.
  final var modelWatch: ModelWatch<Model>?

  /// A view model of a model.
  public required init(model: Model) {
    self.model = model
    super.init()
  }

  /// Says what is done with parts of the model: each once when the view model is prepared, before
  /// `prepare()`, and again when the item has other content in one of these parts, before
  /// `modelDidChange(from:)`.
  ///
  /// An `@Observable` model is observed, and is to be changed on the main thread: what it changes in
  /// one turn of the main loop is one change, and another object in its place changes all keys.
  /// Overrides call `super` first. A class is asked once.
  open class func mapModelKeys(_ map: inout ModelKeyMap<Model>) {}

  final override func followModel() { readModel() }

  /// Called when the same item has other content; the view is drawn again afterwards.
  open func modelDidChange(from old: Model) {}

  /// The model.
  open override var element: (any CellModel)? { model }

  /// The type of model, which the module is registered for as well.
  open override class var modelType: Any.Type? { Model.self }

  /// Makes a view model for an element that is a `Model`, or a record that can be decoded as one; a
  /// plain value that is a record is one too.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    Self(model: try model(from: element))
  }

  /// Takes over the new content of its element, and tells `modelDidChange(from:)`.
  open override func adopt(_ element: any CellModel) throws {
    let old = model
    model = try Self.model(from: element)
    followModel(from: old)
    modelDidChange(from: old)
  }

  /// The model that an element is, or that a record can be decoded as.
  static func model(from element: any CellModel) throws -> Model {
    if let model = element as? Model { return model }
    guard let decodable = Model.self as? any RecordDecodable.Type,
      let record = (element as? PlainCellModel)?.value as? any FieldReadable
        ?? element as? any FieldReadable
    else {
      throw ModelError.mismatch(expected: "\(Model.self)", found: "\(type(of: element))")
    }
    guard let model = try decodable.init(record) as? Model else {
      throw ModelError.mismatch(expected: "\(Model.self)", found: "\(decodable)")
    }
    return model
  }
}

/// Why an element cannot be shown by a view model.
public enum ModelError: Error, Hashable, CustomStringConvertible {
  /// The view model needs another type of model.
  case mismatch(expected: String, found: String)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .mismatch(let expected, let found): phrase("expected a \(expected), found a \(found)")
    }
  }
}
