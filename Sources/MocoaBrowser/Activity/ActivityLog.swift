internal import Mocoa
internal import MocoaModel

/// The newest events of modules, lists and view models, with their times.
///
/// At most 1,000 events are retained. If an event is equal to the previous one, as in an animation,
/// only the count of that entry increases.
@MainActor
final class ActivityLog {
  /// An event, the time when it occurred last, and the number of times that it occurred in
  /// sequence.
  struct Entry {
    let event: ActivityEvent
    var time: Int
    var count = 1
  }

  /// The maximum number of entries.
  static let limit = 1000

  /// The retained events, oldest first.
  private(set) var entries: [Entry] = []

  /// The number of older entries that were dropped.
  private(set) var dropped = 0

  /// A number that increases with each event.
  private(set) var revision = 0

  /// A closure that returns the time in seconds since 1970.
  var now: @MainActor () -> Int = { LocalTime.now }

  /// A closure that is called after each event.
  var onChange: (@MainActor () -> Void)?

  private var token: ObservationToken?

  /// Creates a log of the events of a registry from now on.
  init(of registry: ModuleRegistry) {
    token = registry.observeActivity { [weak self] in self?.record($0) }
  }

  private func record(_ event: ActivityEvent) {
    revision += 1
    if let last = entries.last, last.event == event {
      entries[entries.count - 1].time = now()
      entries[entries.count - 1].count += 1
    } else {
      // A quarter of the events is dropped together, so that removal is rare.
      if entries.count == Self.limit {
        entries.removeFirst(Self.limit / 4)
        dropped += Self.limit / 4
      }
      entries.append(Entry(event: event, time: now()))
    }
    onChange?()
  }
}
