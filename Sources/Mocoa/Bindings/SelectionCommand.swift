internal import MocoaModel

/// What becomes of a selection while what an earlier one has begun is still running.
public enum SelectionPolicy: Sendable, CaseIterable {
  /// It is ignored.
  case dropWhileRunning

  /// It waits until its turn comes.
  case queue

  /// It begins at once.
  case concurrent
}

/// What is done with an item that is selected: once at a time, one after the other, or all at once.
///
/// ```swift
/// onSelect: .callback { user, done in download(user) { done() } }
/// ```
///
/// It may be run by hand as well, and belong to several bindings, which then wait for each other.
@MainActor
public final class SelectionCommand<Item: Sendable> {
  /// What becomes of a selection while another is running.
  public let policy: SelectionPolicy

  /// Whether it can be run; what has begun or waits is not touched.
  public var isEnabled = true

  /// How many items it is at work on.
  public private(set) var runningCount = 0

  /// Whether it is at work.
  public var isRunning: Bool { runningCount > 0 }

  private var waiting: [Item] = []
  private var isStartingWaiting = false
  private let perform: (Item, @escaping @MainActor () -> Void) -> Void

  private init(
    _ policy: SelectionPolicy, _ perform: @escaping (Item, @escaping @MainActor () -> Void) -> Void
  ) {
    (self.policy, self.perform) = (policy, perform)
  }

  /// Something that is done at once.
  public static func action(_ perform: @escaping @MainActor (Item) -> Void) -> SelectionCommand {
    SelectionCommand(.concurrent) { item, done in
      perform(item)
      done()
    }
  }

  /// Something that calls back when it is done.
  ///
  /// Only the first call counts; letting go of the callback without a call is one, so that nothing
  /// can stay in the way for ever.
  public static func callback(
    _ policy: SelectionPolicy = .dropWhileRunning,
    _ perform: @escaping @MainActor (Item, _ done: @escaping @MainActor () -> Void) -> Void
  ) -> SelectionCommand {
    SelectionCommand(policy, perform)
  }

  /// Something that takes its time in a task, which begins before the selection returns.
  ///
  /// What awaits is resumed by threads which the system looks after once a second from then on: a
  /// program that is to rest while nothing happens takes `callback`.
  public static func task(
    _ policy: SelectionPolicy = .dropWhileRunning,
    _ perform: @escaping @MainActor (Item) async -> Void
  ) -> SelectionCommand {
    SelectionCommand(policy) { item, done in
      Task.immediate { @MainActor in
        await perform(item)
        done()
      }
    }
  }

  /// Runs it for an item, as a selection does.
  ///
  /// - Returns: whether it has begun or waits; false where it is disabled, or busy.
  @discardableResult
  public func run(_ item: Item) -> Bool {
    guard isEnabled else { return false }
    switch policy {
    case .dropWhileRunning where isRunning: return false
    case .queue: waiting.append(item)
    case .dropWhileRunning, .concurrent: start(item)
    }
    startWaiting()
    return true
  }

  private func start(_ item: Item) {
    runningCount += 1
    let run = ObservationToken { [weak self] in self?.didEnd() }
    perform(item) { run.cancel() }
  }

  private func didEnd() {
    runningCount -= 1
    startWaiting()
  }

  /// Starts the next one that waits; in a loop, for it may be done before it returns.
  private func startWaiting() {
    guard !isStartingWaiting else { return }
    isStartingWaiting = true
    while !isRunning, !waiting.isEmpty { start(waiting.removeFirst()) }
    isStartingWaiting = false
  }
}
