internal import MocoaModel
internal import Observation

/// Watches the keys of one model that tells itself when it changes, for all view models of one class
/// that show it.
///
/// What observes a model cannot be taken back before the model changes, so that one for each view model
/// would heap up in a model that is shown again and again. The model itself keeps this alive.
@MainActor
final class ModelWatch<Model: CellModel> {
  /// Its address may be another model's as soon as it is gone.
  private weak var model: AnyObject?

  private let entries: [ModelKeyMap<Model>.Entry]

  /// What the model holds for each entry that it will tell of; gone where it did not take it, because
  /// nothing was read that it tells of.
  private var trackings: [WeakTracking]

  private var viewers: [Viewer] = []

  private struct Viewer {
    weak var viewModel: CellViewModel<Model>?
  }

  private init(_ model: Model, _ entries: [ModelKeyMap<Model>.Entry]) {
    self.model = model as AnyObject
    self.entries = entries
    trackings = entries.map { _ in WeakTracking() }
  }

  /// The watch of a model for a class of view models; nil where such models tell nothing.
  static func of(_ model: Model, for type: CellViewModel<Model>.Type) -> ModelWatch? {
    // Asked in a way that the compiler cannot answer for one model.
    let modelType: Any.Type = Model.self
    guard modelType is any Observable.Type else { return nil }
    let key = ModelWatches.Key(
      model: ObjectIdentifier(model as AnyObject), viewModel: ObjectIdentifier(type))
    let known = ModelWatches.watch(for: key) as? ModelWatch
    if let known, known.model != nil { return known }
    let watch = ModelWatch(model, ModelKeyMaps.map(of: type).entries)
    ModelWatches.keep(watch, for: key)
    return watch
  }

  /// Tells a view model from now on.
  func add(_ viewModel: CellViewModel<Model>) {
    viewers.removeAll { $0.viewModel == nil || $0.viewModel === viewModel }
    viewers.append(Viewer(viewModel: viewModel))
    for place in entries.indices where trackings[place].tracking == nil {
      watch(viewModel.model, place)
    }
  }

  /// Tells a view model no more.
  func remove(_ viewModel: CellViewModel<Model>) {
    viewers.removeAll { $0.viewModel == nil || $0.viewModel === viewModel }
  }

  /// Watches the keys of one entry until one of them changes.
  private func watch(_ model: Model, _ place: Int) {
    let tracking = Tracking()
    trackings[place].tracking = tracking
    withObservationTracking {
      entries[place].read(model)
    } onChange: {
      // Told before the change is made, and once: what changes until then is one change.
      MainTurn.afterThis { self.didChange(place) }
      withExtendedLifetime(tracking) {}
    }
  }

  private func didChange(_ place: Int) {
    let told = viewers.compactMap(\.viewModel)
    guard let model = told.first?.model else { return }
    if trackings[place].tracking == nil { watch(model, place) }
    // Who was told before may have given one of them another model.
    for viewModel in told where viewModel.modelWatch === self {
      entries[place].perform(viewModel, viewModel.model)
    }
  }
}

/// What a model holds as long as it will tell of a change.
private final class Tracking: Sendable {}

private struct WeakTracking {
  weak var tracking: Tracking?
}

/// The watches of all models that are shown.
@MainActor
enum ModelWatches {
  struct Key: Hashable {
    let model: ObjectIdentifier
    let viewModel: ObjectIdentifier
  }

  private struct Entry {
    weak var watch: AnyObject?
  }

  private static var known: [Key: Entry] = [:]

  /// How many there may be before those are looked for that are gone.
  private static var limit = 64

  static func watch(for key: Key) -> AnyObject? { known[key]?.watch }

  static func keep(_ watch: AnyObject, for key: Key) {
    if known.count >= limit {
      known = known.filter { $0.value.watch != nil }
      limit = max(64, known.count * 2)
    }
    known[key] = Entry(watch: watch)
  }
}
