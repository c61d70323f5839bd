internal import MocoaModel

/// A queue of updates that are delivered to observers in order.
///
/// An observer may cause further updates. They are delivered after all observers have received the
/// current one, so each update that an observer receives starts where the previous one ended.
@MainActor
final class UpdateQueue<Update> {
  private var waiting: [Update] = []
  private var isDelivering = false
  private let observers = Observers<Update>()

  /// Adds an observer, which is active until the token is canceled or released.
  func observe(_ perform: @escaping @MainActor (Update) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Adds an update without notifying observers.
  func add(_ update: Update) { waiting.append(update) }

  /// A Boolean value that indicates whether no update is pending.
  var isEmpty: Bool { waiting.isEmpty }

  /// Delivers all pending updates.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !waiting.isEmpty { observers.notify(waiting.removeFirst()) }
  }
}
