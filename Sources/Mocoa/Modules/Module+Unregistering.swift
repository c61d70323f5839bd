extension Module {
  /// Takes back everything that was registered in this module; what is below it stays.
  ///
  /// What is resolved from now on falls back to other modules, or to a placeholder; view models that
  /// were made already stay until they are made anew. Where nothing is left below either, the module
  /// leaves the tree: looked up, it is not found. Whoever has it may register in it again.
  public func unregister() {
    isNamed = false
    unregister(Slot.allCases)
  }

  /// Takes back what was registered in some slots: views, those of all renderers.
  public func unregister(_ slots: Slot...) {
    unregister(slots)
  }

  /// Takes back the view of one renderer.
  public func unregisterView<P: Presentation>(for presentation: P.Type) {
    emptySlot(for: ObjectIdentifier(presentation))
    disappearIfVacant()
  }

  /// Takes back one registration; where another counts in its slot by now, nothing happens.
  func unregister(_ registration: Registration) {
    guard registrations.last(where: { $0.isSamePlace(as: registration) }) == registration else {
      return
    }
    if let presentation = registration.presentation {
      emptySlot(for: presentation)
    } else {
      empty(registration.slot)
    }
    disappearIfVacant()
  }

  /// Takes back everything that was registered in this module and below it.
  public func unregisterSubtree() {
    vacateBelow()
    unregister()
  }

  private func unregister(_ slots: [Slot]) {
    for slot in slots { empty(slot) }
    disappearIfVacant()
  }
}
