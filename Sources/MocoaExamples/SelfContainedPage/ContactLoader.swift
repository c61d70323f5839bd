internal import MocoaTerminal

/// The source of the model, which returns a contact after one second.
@MainActor
struct ContactLoader {
  let clock: (any FrameClock)?

  /// Calls a closure with the contact after the delay, or immediately if the clock is `nil`.
  func load(_ receive: @escaping @MainActor (Addressee) -> Void) {
    guard let clock else { return receive(.example) }
    clock.call(after: .seconds(1)) { receive(.example) }
  }
}
