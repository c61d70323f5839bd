/// Something emitted that waits for the end of a batch.
@MainActor
struct HeldEmission {
  let emission: Emission

  /// Who would have received it.
  let receiver: ViewModel

  var isRedraw: Bool { emission.name == .redraw }

  /// Delivers it, or has it wait for a list farther above.
  func deliver() {
    if isRedraw {
      // Where something is to be drawn is known only while it is in the list.
      let source = emission.source
      guard let parent = source.parent else { return }
      let emission = Emission(name: .redraw, value: emission.value, source: source, target: source)
      source.deliver(emission, to: parent)
    } else if let list = receiver.holdingList {
      list.batches.held.append(self)
    } else {
      emission.source.deliver(emission, to: receiver)
    }
  }
}

extension ViewModel {
  /// The list nearest above, or this one itself, that has emissions wait; nil where none has.
  final var holdingList: ListViewModel? {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if let list = current as? ListViewModel, list.batches.isHolding { return list }
      ancestor = current.parent
    }
    return nil
  }
}
