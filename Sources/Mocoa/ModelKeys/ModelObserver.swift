internal import MocoaModel
internal import Observation

/// Observes the keys of one observable model for all view models of one class that show it.
///
/// An observation of a model cannot be canceled before the model changes. With one observation for
/// each view model, observations would accumulate in a model that is shown repeatedly. The model
/// itself retains this object.
@MainActor
final class ModelObserver<Model: CellModel> {
  /// The observed model.
  ///
  /// The weak reference is `nil` after the model is deallocated. Another model may then have the
  /// same address.
  private weak var model: AnyObject?

  private let entries: [ModelKeyMap<Model>.Entry]

  /// For each action, a token that exists while the model is observed for this action.
  ///
  /// If the action reads no observable property, the token is deallocated immediately.
  private var trackings: [WeakTracking]

  private var viewModelEntries: [Viewer] = []

  private struct Viewer {
    weak var viewModel: CellViewModel<Model>?
  }

  private init(_ model: Model, _ entries: [ModelKeyMap<Model>.Entry]) {
    self.model = model as AnyObject
    self.entries = entries
    trackings = entries.map { _ in WeakTracking() }
  }

  /// Returns the observer of a model for a class of view models, or `nil` if the models are not
  /// observable.
  static func of(_ model: Model, for type: CellViewModel<Model>.Type) -> ModelObserver? {
    // A variable of type `Any.Type` defers the check to run time. The compiler would otherwise
    // resolve it for a single model type.
    let modelType: Any.Type = Model.self
    guard modelType is any Observable.Type else { return nil }
    let key = ModelObserverTable.Key(
      model: ObjectIdentifier(model as AnyObject), viewModel: ObjectIdentifier(type))
    let existing = ModelObserverTable.observer(for: key) as? ModelObserver
    if let existing, existing.model != nil { return existing }
    let watch = ModelObserver(model, ModelKeyMaps.map(of: type).entries)
    ModelObserverTable.insert(watch, for: key)
    return watch
  }

  /// Adds a view model that is notified of changes.
  func add(_ viewModel: CellViewModel<Model>) {
    viewModelEntries.removeAll { $0.viewModel == nil || $0.viewModel === viewModel }
    viewModelEntries.append(Viewer(viewModel: viewModel))
    for index in entries.indices where trackings[index].tracking == nil {
      watch(viewModel.model, index)
    }
  }

  /// Removes a view model, so that it is not notified any more.
  func remove(_ viewModel: CellViewModel<Model>) {
    viewModelEntries.removeAll { $0.viewModel == nil || $0.viewModel === viewModel }
  }

  /// Observes the keys of one action until one of them changes.
  ///
  /// - Parameter index: The index of the action in the map.
  private func watch(_ model: Model, _ index: Int) {
    let tracking = Tracking()
    trackings[index].tracking = tracking
    withObservationTracking {
      entries[index].read(model)
    } onChange: {
      // This closure runs once, before the value changes. The action therefore runs later, and all
      // changes until then count as one.
      MainActorScheduler.schedule { self.didChange(index) }
      withExtendedLifetime(tracking) {}
    }
  }

  private func didChange(_ index: Int) {
    let notified = viewModelEntries.compactMap(\.viewModel)
    guard let model = notified.first?.model else { return }
    if trackings[index].tracking == nil { watch(model, index) }
    // An action of an earlier view model may have set another model in this one.
    for viewModel in notified where viewModel.modelObserver === self {
      entries[index].perform(viewModel, viewModel.model)
    }
  }
}

/// A token that a model retains until it reports a change.
private final class Tracking: Sendable {}

private struct WeakTracking {
  weak var tracking: Tracking?
}

/// The observers of all models that view models show.
@MainActor
enum ModelObserverTable {
  struct Key: Hashable {
    let model: ObjectIdentifier
    let viewModel: ObjectIdentifier
  }

  private struct Entry {
    weak var observer: AnyObject?
  }

  private static var entries: [Key: Entry] = [:]

  /// The number of entries at which deallocated observers are removed.
  private static var limit = 64

  static func observer(for key: Key) -> AnyObject? { entries[key]?.observer }

  static func insert(_ watch: AnyObject, for key: Key) {
    if entries.count >= limit {
      entries = entries.filter { $0.value.observer != nil }
      limit = max(64, entries.count * 2)
    }
    entries[key] = Entry(observer: watch)
  }
}
