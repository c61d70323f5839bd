internal import MocoaModel

/// The behavior of a command when an item is selected while an earlier selection is still running.
public enum SelectionPolicy: Sendable, CaseIterable {
  /// The later selection is ignored.
  case dropWhileRunning

  /// The later selection runs after all earlier ones.
  case queue

  /// The later selection runs immediately.
  case concurrent
}

/// A command that runs when an item is selected.
///
/// The policy of the command determines whether a selection during a run is ignored, queued or run
/// immediately.
///
/// ```swift
/// onSelect: .callback { user, done in download(user) { done() } }
/// ```
///
/// Code can also run a command. If several bindings share a command, its policy applies to all of
/// their selections.
@MainActor
public final class SelectionCommand<Item: Sendable> {
  /// The behavior when an item is selected while an earlier selection is still running.
  public let policy: SelectionPolicy

  /// A Boolean value that indicates whether the command accepts selections.
  ///
  /// A change does not affect selections that are running or queued.
  public var isEnabled = true

  /// The number of selections for which the command is running.
  public private(set) var runningCount = 0

  /// A Boolean value that indicates whether the command is running.
  public var isRunning: Bool { runningCount > 0 }

  private var waiting: [Item] = []
  private var isStartingWaiting = false
  private let perform: (Item, @escaping @MainActor () -> Void) -> Void

  private init(
    _ policy: SelectionPolicy, _ perform: @escaping (Item, @escaping @MainActor () -> Void) -> Void
  ) {
    (self.policy, self.perform) = (policy, perform)
  }

  /// Creates a command that runs a closure and is finished when the closure returns.
  public static func action(_ perform: @escaping @MainActor (Item) -> Void) -> SelectionCommand {
    SelectionCommand(.concurrent) { item, done in
      perform(item)
      done()
    }
  }

  /// Creates a command that runs until its closure calls `done`.
  ///
  /// Only the first call of `done` has an effect. If the closure releases `done` without calling
  /// it, the command is finished too.
  public static func callback(
    _ policy: SelectionPolicy = .dropWhileRunning,
    _ perform: @escaping @MainActor (Item, _ done: @escaping @MainActor () -> Void) -> Void
  ) -> SelectionCommand {
    SelectionCommand(policy, perform)
  }

  /// Creates a command that runs in a task.
  ///
  /// The task starts before the method that selects the item returns.
  ///
  /// A task starts threads of the Swift concurrency pool, which wake once a second until the
  /// program ends. For a program that must be idle between events, use `callback`.
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

  /// Runs the command for an item, as if the item were selected.
  ///
  /// - Returns: `true` if the command is running or queued, `false` if it is disabled or ignores
  ///   the item.
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

  /// Starts queued selections until one of them is still running when `start` returns.
  private func startWaiting() {
    guard !isStartingWaiting else { return }
    isStartingWaiting = true
    while !isRunning, !waiting.isEmpty { start(waiting.removeFirst()) }
    isStartingWaiting = false
  }
}
