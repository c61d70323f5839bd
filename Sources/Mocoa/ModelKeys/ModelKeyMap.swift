public import MocoaModel

/// What a class of view models does with parts of its model: once at first, and again when one of
/// them has changed.
///
/// ```swift
/// override class func mapModelKeys(_ map: inout ModelKeyMap<Contact>) {
///   map.set(\ContactCellViewModel.phone, to: \.phone)
///   map.call(ContactCellViewModel.showName, with: \.first, \.last)
/// }
/// ```
///
/// A key is any key path from the model whose value can be compared. Of a record, `\.[field: "title"]`
/// is one.
@MainActor
public struct ModelKeyMap<Model: CellModel> {
  /// Something that is done with some keys.
  struct Entry {
    let keys: Set<PartialKeyPath<Model>>

    /// Reads the keys, for whoever watches what is read.
    let read: @MainActor (Model) -> Void

    /// Whether one of the keys has another value in the second model than in the first.
    let isChanged: @MainActor (Model, Model) -> Bool

    /// Does it.
    let perform: @MainActor (AnyCellViewModel, Model) -> Void
  }

  /// In the order in which they are done: what the superclass does comes first.
  private(set) var entries: [Entry] = []

  init() {}

  /// Calls a method of the view model with the values of some keys.
  ///
  /// It is called once per change, however many of the keys have changed. A subclass that overrides
  /// the method need not map it again.
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

  /// Sets a property of the view model to the value of a key.
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
  /// The value of a field; nil where there is none.
  public subscript(field name: String) -> FieldValue? { field(name) }
}

/// The maps of all classes of view models that were asked for theirs.
@MainActor
enum ModelKeyMaps {
  private static var known: [ObjectIdentifier: Any] = [:]

  /// The map of a class, which is asked for it once.
  static func map<Model: CellModel>(
    of type: CellViewModel<Model>.Type
  ) -> ModelKeyMap<Model> {
    if let map = known[ObjectIdentifier(type)] as? ModelKeyMap<Model> { return map }
    var map = ModelKeyMap<Model>()
    type.mapModelKeys(&map)
    known[ObjectIdentifier(type)] = map
    return map
  }
}
