internal import Mocoa
internal import MocoaModel

/// The newest of what happened to modules, lists and view models, and when.
///
/// It keeps so many events and no more. One that happens again right behind itself, as the redraws of
/// something that moves do, is counted instead.
@MainActor
final class ActivityJournal {
  /// An event, when it happened last, and how often in a row.
  struct Entry {
    let event: ActivityEvent
    var time: Int
    var count = 1
  }

  /// So many events are kept.
  static let limit = 1000

  /// The events that are kept, oldest first.
  private(set) var entries: [Entry] = []

  /// How many older ones are not kept any more.
  private(set) var dropped = 0

  /// Tells whether something happened since.
  private(set) var revision = 0

  /// The time in seconds since 1970.
  var now: @MainActor () -> Int = { LocalTime.now }

  /// Called when something happened.
  var onChange: (@MainActor () -> Void)?

  private var token: ObservationToken?

  /// A journal of what happens in a registry from now on.
  init(of registry: ModuleRegistry) {
    token = registry.observeActivity { [weak self] in self?.note($0) }
  }

  private func note(_ event: ActivityEvent) {
    revision += 1
    if let last = entries.last, last.event == event {
      entries[entries.count - 1].time = now()
      entries[entries.count - 1].count += 1
    } else {
      // A quarter at once, so that it is seldom.
      if entries.count == Self.limit {
        entries.removeFirst(Self.limit / 4)
        dropped += Self.limit / 4
      }
      entries.append(Entry(event: event, time: now()))
    }
    onChange?()
  }
}
