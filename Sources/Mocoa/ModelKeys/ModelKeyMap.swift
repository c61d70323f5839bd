public import MocoaModel

/// The actions that a class of view models runs with values of its model.
///
/// Each action runs once when the view model becomes ready, and again when one of its keys changes.
///
/// ```swift
/// override class func mapModelKeys(_ map: inout ModelKeyMap<Contact>) {
///   map.set(\ContactCellViewModel.phone, to: \.phone)
///   map.call(ContactCellViewModel.showName, with: \.first, \.last)
/// }
/// ```
///
/// A key is any key path from the model to an equatable value. A key of a record has the form
/// `\.[field: "title"]`.
@MainActor
public struct ModelKeyMap<Model: CellModel> {
  /// An action, with the keys whose values it receives.
  struct Entry {
    let keys: Set<PartialKeyPath<Model>>

    /// A closure that reads the values of the keys, so that observation tracking includes them.
    let read: @MainActor (Model) -> Void

    /// A closure that returns `true` if the value of a key differs between two models.
    let isChanged: @MainActor (Model, Model) -> Bool

    /// A closure that runs the action for a view model.
    let perform: @MainActor (AnyCellViewModel, Model) -> Void
  }

  /// The actions in the order in which they run.
  ///
  /// The actions of the superclass come first.
  private(set) var entries: [Entry] = []

  init() {}

  /// Adds an action that calls a method of the view model with the values of some keys.
  ///
  /// The method is called once for each change, even if several of the keys have changed. A
  /// subclass that overrides the method need not map it again.
  public mutating func call<ViewModel: CellViewModel<Model>, each Value: Equatable>(
    _ method:
      @escaping @MainActor (ViewModel) -> @MainActor (repeat each Value) -> Void,
    with keys: repeat KeyPath<Model, each Value>
  ) {
    var all: Set<PartialKeyPath<Model>> = []
    repeat _ = all.insert(each keys)
    entries.append(
      Entry(
        keys: all,
        read: { model in repeat _ = model[keyPath: each keys] },
        isChanged: { old, new in
          for isEqual in repeat old[keyPath: each keys] == new[keyPath: each keys] {
            if !isEqual { return true }
          }
          return false
        },
        perform: { viewModel, model in
          guard let viewModel = viewModel as? ViewModel else { return }
          method(viewModel)(repeat model[keyPath: each keys])
        }))
  }

  /// Adds an action that sets a property of the view model to the value of a key.
  public mutating func set<ViewModel: CellViewModel<Model>, Value: Equatable>(
    _ property: ReferenceWritableKeyPath<ViewModel, Value>, to key: KeyPath<Model, Value>
  ) {
    entries.append(
      Entry(
        keys: [key], read: { _ = $0[keyPath: key] },
        isChanged: { $0[keyPath: key] != $1[keyPath: key] },
        perform: { viewModel, model in
          (viewModel as? ViewModel)?[keyPath: property] = model[keyPath: key]
        }))
  }
}

extension FieldReadable {
  /// Returns the value of a field, or `nil` if the field is missing.
  public subscript(field name: String) -> FieldValue? { field(name) }
}

/// A cache of the maps of all classes of view models.
@MainActor
enum ModelKeyMaps {
  private static var cache: [ObjectIdentifier: Any] = [:]

  /// Returns the map of a class.
  ///
  /// Each class creates its map once.
  static func map<Model: CellModel>(
    of type: CellViewModel<Model>.Type
  ) -> ModelKeyMap<Model> {
    if let map = cache[ObjectIdentifier(type)] as? ModelKeyMap<Model> { return map }
    var map = ModelKeyMap<Model>()
    type.mapModelKeys(&map)
    cache[ObjectIdentifier(type)] = map
    return map
  }
}

extension CellViewModel {
  /// Runs each action that uses a changed key of the current model, once.
  ///
  /// Call this method for models that are objects and do not publish their changes. `@Observable`
  /// models are observed automatically, and the list reports changes of models that are values. The
  /// method does nothing before the view model is ready, because all keys are read when it becomes
  /// ready.
  ///
  /// - Parameters:
  ///   - keys: The changed keys. If it is empty, any key may have changed.
  ///   - changed: The changed model, for a caller that notifies several view models. If it is not
  ///     the model of this view model, the method does nothing. Objects are compared by reference,
  ///     values by item ID.
  public final func modelDidUpdate(_ keys: PartialKeyPath<Model>..., in changed: Model? = nil) {
    guard isReady, changed.map(isModel) ?? true else { return }
    let changedKeys = Set(keys)
    perform { keys.isEmpty || !$0.keys.isDisjoint(with: changedKeys) }
  }

  private func isModel(_ other: Model) -> Bool {
    type(of: other) is AnyClass
      ? other as AnyObject === model as AnyObject : other.itemID == model.itemID
  }

  /// Runs the actions of the keys whose values differ between the previous model and the current
  /// one.
  final func followModel(from old: Model) {
    guard isReady else { return }
    guard let modelObserver else { return perform { $0.isChanged(old, model) } }
    // An observable object may have changed since its last notification, so its values cannot be
    // compared with those of another object.
    guard old as AnyObject !== model as AnyObject else { return }
    modelObserver.remove(self)
    watchModel()
    perform { _ in true }
  }

  /// Runs all actions for the first time, when the view model becomes ready.
  final func readModel() {
    let map = ModelKeyMaps.map(of: Self.self)
    guard !map.entries.isEmpty else { return }
    // Observed first, so that changes made by the actions are detected.
    watchModel()
    perform { _ in true }
  }

  private func watchModel() {
    modelObserver = ModelObserver.of(model, for: Self.self)
    modelObserver?.add(self)
  }

  private func perform(_ isIncluded: (ModelKeyMap<Model>.Entry) -> Bool) {
    // An action may set another model. In that case the nested call has run the actions.
    for entry in ModelKeyMaps.map(of: Self.self).entries where isIncluded(entry) {
      entry.perform(self, model)
    }
  }
}
