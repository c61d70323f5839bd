internal import MocoaModel
internal import Observation

/// Watches the keys of a model that tells itself when it changes.
@MainActor
final class ModelWatch<Model: CellModel> {
  private weak var viewModel: CellViewModel<Model>?
  private let entries: [ModelKeyMap<Model>.Entry]

  /// Grows with every model, so that what a former one tells is not listened to.
  private var turn = 0

  /// Nil where the models tell nothing.
  init?(of viewModel: CellViewModel<Model>, _ map: ModelKeyMap<Model>) {
    // Asked in a way that the compiler cannot answer for one model.
    let type: Any.Type = Model.self
    guard type is any Observable.Type else { return nil }
    self.viewModel = viewModel
    entries = map.entries
  }

  /// Watches a model from now on, and none before it.
  func watch(_ model: Model) {
    turn += 1
    for place in entries.indices { watch(model, place) }
  }

  /// Watches the keys of one entry until one of them changes.
  private func watch(_ model: Model, _ place: Int) {
    let now = turn
    withObservationTracking {
      entries[place].read(model)
    } onChange: { [weak self] in
      // Told before the change is made, and once: what changes until then is one change.
      MainTurn.afterThis { self?.didChange(place, in: now) }
    }
  }

  private func didChange(_ place: Int, in turn: Int) {
    guard turn == self.turn, let viewModel else { return }
    watch(viewModel.model, place)
    entries[place].perform(viewModel, viewModel.model)
  }
}
