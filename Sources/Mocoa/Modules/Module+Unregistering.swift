extension Module {
  /// Removes all registrations of this module.
  ///
  /// The registrations of its submodules remain.
  ///
  /// Later lookups resolve to other modules or to a placeholder. Existing view models remain until
  /// their list creates them again. If no descendant has a registration either, the module leaves
  /// the tree and lookups no longer find it. The owner of a reference may register in it again.
  public func unregister() {
    isNamed = false
    unregister(Slot.allCases)
  }

  /// Removes the registrations of some slots.
  ///
  /// The view slot includes the views of all renderers.
  public func unregister(_ slots: Slot...) {
    unregister(slots)
  }

  /// Removes the view of one renderer.
  public func unregisterView<P: Presentation>(for presentation: P.Type) {
    emptySlot(for: ObjectIdentifier(presentation))
    detachIfEmpty()
  }

  /// Removes one registration.
  ///
  /// If it is no longer in effect in its slot, the method does nothing.
  func unregister(_ registration: Registration) {
    guard registrations.last(where: { $0.hasSameSlot(as: registration) }) == registration else {
      return
    }
    if let presentation = registration.presentation {
      emptySlot(for: presentation)
    } else {
      empty(registration.slot)
    }
    detachIfEmpty()
  }

  /// Removes all registrations of this module and of its descendants.
  public func unregisterSubtree() {
    detachSubtree()
    unregister()
  }

  private func unregister(_ slots: [Slot]) {
    for slot in slots { empty(slot) }
    detachIfEmpty()
  }
}
