internal import MocoaModel

extension CellViewModel {
  /// Says that keys of the model have changed in place: what depends on them is done, once each.
  ///
  /// For models that are objects and do not tell it themselves. Those that are `@Observable` are
  /// observed, and of values the list tells. Does nothing before the view model is ready, for then
  /// all keys are read.
  ///
  /// - Parameters:
  ///   - keys: those that have changed; none means that any may have.
  ///   - changed: the model that has changed, for those who tell several view models; nothing is done
  ///     where it is another one than this view model's: another object, or another item.
  public final func modelDidUpdate(_ keys: PartialKeyPath<Model>..., in changed: Model? = nil) {
    guard isReady, changed.map(isModel) ?? true else { return }
    let changedKeys = Set(keys)
    perform { keys.isEmpty || !$0.keys.isDisjoint(with: changedKeys) }
  }

  private func isModel(_ other: Model) -> Bool {
    type(of: other) is AnyClass
      ? other as AnyObject === model as AnyObject : other.itemID == model.itemID
  }

  /// Does what depends on keys that differ from those of the model before.
  final func followModel(from old: Model) {
    guard isReady else { return }
    guard let modelWatch else { return perform { $0.isChanged(old, model) } }
    // The one before may have changed since it was told of, so it is no measure for another object.
    guard old as AnyObject !== model as AnyObject else { return }
    modelWatch.remove(self)
    watchModel()
    perform { _ in true }
  }

  /// Reads all keys for the first time.
  final func readModel() {
    let map = ModelKeyMaps.map(of: Self.self)
    guard !map.entries.isEmpty else { return }
    // First, so that what is changed in doing so is seen.
    watchModel()
    perform { _ in true }
  }

  private func watchModel() {
    modelWatch = ModelWatch.of(model, for: Self.self)
    modelWatch?.add(self)
  }

  private func perform(_ isMeant: (ModelKeyMap<Model>.Entry) -> Bool) {
    // What is done may set another model, and has seen to that itself then.
    for entry in ModelKeyMaps.map(of: Self.self).entries where isMeant(entry) {
      entry.perform(self, model)
    }
  }
}
