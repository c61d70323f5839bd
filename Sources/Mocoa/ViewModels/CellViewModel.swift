internal import MocoaLocalization
public import MocoaModel

/// The view model of one cell, header or footer, with any model.
///
/// Subclass `CellViewModel<Model>` for a specific model type. Subclass this class for view models
/// that show any model.
@MainActor
open class AnyCellViewModel: ViewModel {
  /// The path of the item among the displayed items of its list.
  ///
  /// It is `nil` for headers, footers and view models outside a list.
  public internal(set) final var shownPath: ItemPath?

  /// The path of the item in the content of its list.
  ///
  /// Edits refer to this path, which does not depend on the filter and the sort order.
  ///
  /// It is `nil` for headers, footers, groups and view models outside a list, and for an item that
  /// is no longer in the content.
  ///
  /// - Complexity: O(1). If a derived list is displayed, O(log *n*), where *n* is the number of
  ///   chunks of its results.
  public final var path: ItemPath? {
    guard let shownPath, let list = parent?.parent as? ListViewModel else { return shownPath }
    return list.contentPath(of: shownPath)
  }

  /// The header, supplement or footer of the section that this view model shows.
  ///
  /// It is `nil` for the view model of an item, and outside a list.
  final var boundary: ListElement.Boundary?

  /// The result of the search for the module of this view model, or `nil` outside a list.
  public internal(set) final var resolution: Resolution?

  /// The view-model class that was registered when a list created this view model, or `nil` for a
  /// placeholder.
  final var registeredType: AnyCellViewModel.Type?

  /// The module that created this view model outside a list, or `nil`.
  final var ownModule: Module?

  /// The address of the module that created this view model outside a list, or `nil`.
  final var ownURL: ModuleURL?

  /// The address of the module for this view model, as text, or `nil` if no module was searched.
  ///
  /// A module need not be registered at this address.
  public final var requestedAddress: String? { resolution?.requested ?? ownURL?.description }

  /// The module that created this view model, or `nil` if it was created without a module.
  public final var module: Module? { resolution?.resolved ?? ownModule }

  override final var ownSharedState: Module.SharedState? { module?.sharedState }

  /// The model type that this class requires, or `nil` for any type.
  open class var modelType: Any.Type? { nil }

  /// The element that the cell shows, or `nil`.
  ///
  /// A cell that decodes a record returns the decoded model.
  open var element: (any CellModel)? { nil }

  /// The text of the cell, which every renderer can draw, or `nil` if only a view can show the
  /// cell.
  open var content: TextContent? { nil }

  /// The URL of the page that opens from this cell, or `nil`.
  open var destination: ModuleURL? { nil }

  /// A Boolean value that indicates whether this class shows records of any kind, as a fallback for
  /// kinds without a module.
  open var isGeneric: Bool { false }

  /// A Boolean value that indicates whether the cell is on a screen.
  ///
  /// It is `true` from `willDisplay()` to `didEndDisplaying()`.
  public internal(set) final var isDisplayed = false

  /// A Boolean value that indicates whether the cursor is on the cell.
  ///
  /// It is `true` from `didHighlight()` to `didUnhighlight()`.
  public internal(set) final var isHighlighted = false

  /// A Boolean value that indicates whether the cell can be selected.
  open var allowsSelection: Bool { true }

  /// A Boolean value that indicates whether `didSelect()` has an effect, so that the interface
  /// offers to open the cell.
  ///
  /// Override this property together with `didSelect()`. The interface always offers to open a cell
  /// that has a destination.
  open var handlesSelection: Bool { false }

  /// The height that code has set for this view model, in rows, or `nil`.
  private final var ownHeight: Int?

  /// Called before the cell is drawn for the first time after it became visible.
  ///
  /// Each call is followed by one call of `didEndDisplaying()` before the next call.
  open func willDisplay() {}

  /// Called when the cell is no longer drawn: it was scrolled away, deleted or replaced, or its
  /// page was left.
  open func didEndDisplaying() {}

  /// Called after the cursor moved to the cell.
  ///
  /// Each call is followed by one call of `didUnhighlight()` before the next call.
  open func didHighlight() {}

  /// Called after the cursor left the cell, or the cell left the screen.
  open func didUnhighlight() {}

  /// Called after the item was selected, and each time it is selected again.
  open func didSelect() {}

  /// Called after the item was deselected: another item was selected, the selection was cleared, or
  /// the item was removed.
  open func didDeselect() {}

  /// Creates a view model for an element of a list.
  ///
  /// - Throws: An error with a one-line description, which the placeholder shows.
  open class func make(from element: any CellModel) throws -> AnyCellViewModel {
    throw ModelError.mismatch(expected: localized("nothing"), found: "\(type(of: element))")
  }

  /// Updates the view model with the new content of its element.
  ///
  /// - Throws: An error if this view model cannot show the element. The list then creates a new
  ///   one.
  open func update(with element: any CellModel) throws {
    throw ModelError.mismatch(expected: localized("nothing"), found: "\(type(of: element))")
  }
}

/// The view model of a cell with a model of one type.
///
/// Subclass it for your own models.
///
/// ```swift
/// final class AlbumCellViewModel: CellViewModel<Album> {
///   override var content: TextContent? { TextContent([.init(model.title, .title)]) }
/// }
/// ```
@MainActor
open class CellViewModel<Model: CellModel>: AnyCellViewModel {
  /// The current model of the cell.
  public private(set) final var model: Model

  /// The observer of an observable model, or `nil`.
  final var modelObserver: ModelObserver<Model>?

  /// Creates a view model for a model.
  public required init(model: Model) {
    self.model = model
    super.init()
  }

  /// Adds the actions for keys of the model to a map.
  ///
  /// The method is called once for each class.
  ///
  /// Each action runs when the view model is prepared, before `prepare()`. It runs again when one
  /// of its keys changes, before `modelDidChange(from:)`.
  ///
  /// The model is observed if it is `@Observable`; it must be changed on the main thread. All
  /// changes in one turn of the main loop count as one change. If another object replaces the
  /// model, all keys count as changed. Overrides call `super` first.
  open class func mapModelKeys(_ map: inout ModelKeyMap<Model>) {}

  final override func followModel() { readModel() }

  /// Called after the content of the item has changed.
  ///
  /// The view is drawn again afterwards.
  open func modelDidChange(from old: Model) {}

  /// The model.
  open override var element: (any CellModel)? { model }

  /// The model type, which is also the model type of the module.
  open override class var modelType: Any.Type? { Model.self }

  /// Creates a view model for an element that is a `Model`, or a record that can be decoded as one.
  ///
  /// A record in a ``PlainCellModel`` is decoded too.
  open override class func make(from element: any CellModel) throws -> AnyCellViewModel {
    Self(model: try model(from: element))
  }

  /// Updates the model with the new content of its element and calls `modelDidChange(from:)`.
  open override func update(with element: any CellModel) throws {
    let old = model
    model = try Self.model(from: element)
    followModel(from: old)
    modelDidChange(from: old)
  }

  /// Returns an element as a `Model`, or decodes it from a record.
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

/// An error that prevents a view model from showing an element.
public enum ModelError: Error, Hashable, CustomStringConvertible {
  /// The view model requires another model type.
  case mismatch(expected: String, found: String)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .mismatch(let expected, let found): localized("expected a \(expected), found a \(found)")
    }
  }
}

extension AnyCellViewModel {
  /// The height of the cell in rows, if it is known without a view.
  ///
  /// The height is the first of these values that exists: the fixed height of the module, the
  /// height that was set, the number of lines of the content, or 0.
  ///
  /// Setting the height sends no notification; emit `redraw` to measure the cell again. If the
  /// module has a fixed height, setting the height has no effect. A list uses the fixed height
  /// before the view models exist.
  public final var height: Int {
    get { fixedHeight ?? content?.lines.count ?? 0 }
    set { ownHeight = Swift.max(0, newValue) }
  }

  /// The fixed height of the module, or the height that was set, in rows.
  ///
  /// `nil` if the view or the content determines the height.
  public final var fixedHeight: Int? {
    // A placeholder does not have the height that the module fixes for its elements.
    if self is PlaceholderViewModel { return nil }
    return module?.height ?? ownHeight
  }
}

extension SectionViewModel {
  /// The total height of the existing header, supplements, cells and footer, in rows.
  public final var height: Int {
    children.reduce(0) { $0 + (($1 as? AnyCellViewModel)?.height ?? 0) }
  }
}

extension ListViewModel {
  /// The total height of the existing sections, in rows.
  public final var height: Int {
    children.reduce(0) { $0 + (($1 as? SectionViewModel)?.height ?? 0) }
  }
}
