internal import MocoaModel

/// The updates that somebody has taken over and is to tell of, in order.
///
/// Who is told may change what is shown. That is told of when all have been told of what was before,
/// so that for everybody each update begins where the one before ended.
@MainActor
final class UpdateQueue<Update> {
  private var waiting: [Update] = []
  private var isTelling = false
  private let observers = Observers<Update>()

  /// Adds somebody who is told, until the token is cancelled or let go.
  func observe(_ perform: @escaping @MainActor (Update) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Adds an update, and tells nobody yet.
  func add(_ update: Update) { waiting.append(update) }

  /// Whether there is nothing to be told.
  var isEmpty: Bool { waiting.isEmpty }

  /// Tells what there is to be told.
  func tell() {
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !waiting.isEmpty { observers.send(waiting.removeFirst()) }
  }
}
