internal import MocoaTerminal

/// The model's origin: somebody who has the contact, and takes a second to find it.
@MainActor
struct ContactLoader {
  let clock: (any FrameClock)?

  /// Calls back with the contact; at once where there is no clock.
  func load(_ receive: @escaping @MainActor (Addressee) -> Void) {
    guard let clock else { return receive(.example) }
    clock.call(after: .seconds(1)) { receive(.example) }
  }
}
