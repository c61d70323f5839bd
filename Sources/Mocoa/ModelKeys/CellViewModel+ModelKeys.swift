internal import MocoaModel

extension CellViewModel {
  /// Runs the actions of keys whose values have changed within the same model, each action once.
  ///
  /// Call this method for models that are objects and do not publish their changes. `@Observable`
  /// models are observed automatically, and the list reports changes of models that are values. The
  /// method does nothing before the view model is ready, because all keys are read then.
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

  private func perform(_ isMeant: (ModelKeyMap<Model>.Entry) -> Bool) {
    // An action may set another model. In that case the nested call has run the actions.
    for entry in ModelKeyMaps.map(of: Self.self).entries where isMeant(entry) {
      entry.perform(self, model)
    }
  }
}
