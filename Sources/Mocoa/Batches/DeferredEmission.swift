/// An emission that is deferred until the end of a batch.
@MainActor
struct DeferredEmission {
  let emission: Emission

  /// The view model that receives the emission.
  let receiver: ViewModel

  var isRedraw: Bool { emission.name == .redraw }

  /// Delivers the emission, or defers it again in a list that is an ancestor of the receiver.
  func deliver() {
    if isRedraw {
      // The path of a redraw is known only while the view model is in the list.
      let source = emission.source
      guard let parent = source.parent else { return }
      let emission = Emission(name: .redraw, value: emission.value, source: source, target: source)
      source.deliver(emission, to: parent)
    } else if let list = receiver.deferringList {
      list.batches.deferredEmissions.append(self)
    } else {
      emission.source.deliver(emission, to: receiver)
    }
  }
}

extension ViewModel {
  /// The nearest list that defers emissions: this view model, one of its ancestors, or `nil`.
  final var deferringList: ListViewModel? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let list = current as? ListViewModel, list.batches.isDeferring { return list }
      ancestor = current.parent
    }
    return nil
  }
}
