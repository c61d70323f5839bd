internal import MocoaModel

/// The behavior of a command when an item is selected while an earlier selection is still running.
public enum SelectionPolicy: Sendable, CaseIterable {
  /// The selection is ignored.
  case dropWhileRunning

  /// The selection runs after the earlier ones.
  case queue

  /// The selection runs immediately.
  case concurrent
}

/// A command that runs when an item is selected: one run at a time, one after the other, or several
/// at once.
///
/// ```swift
/// onSelect: .callback { user, done in download(user) { done() } }
/// ```
///
/// A command can also be run by code. Several bindings can share a command and its policy.
@MainActor
public final class SelectionCommand<Item: Sendable> {
  /// The behavior of a selection during an earlier run.
  public let policy: SelectionPolicy

  /// A Boolean value that indicates whether the command accepts selections.
  ///
  /// A change does not affect running or queued selections.
  public var isEnabled = true

  /// The number of selections that are running.
  public private(set) var runningCount = 0

  /// A Boolean value that indicates whether a selection is running.
  public var isRunning: Bool { runningCount > 0 }

  private var waiting: [Item] = []
  private var isStartingWaiting = false
  private let perform: (Item, @escaping @MainActor () -> Void) -> Void

  private init(
    _ policy: SelectionPolicy, _ perform: @escaping (Item, @escaping @MainActor () -> Void) -> Void
  ) {
    (self.policy, self.perform) = (policy, perform)
  }

  /// Creates a command that is finished when the closure returns.
  public static func action(_ perform: @escaping @MainActor (Item) -> Void) -> SelectionCommand {
    SelectionCommand(.concurrent) { item, done in
      perform(item)
      done()
    }
  }

  /// Creates a command that calls a closure when it finishes.
  ///
  /// Only the first call of `done` has an effect. If `done` is released without a call, the command
  /// counts as finished, so an omitted call cannot block it.
  public static func callback(
    _ policy: SelectionPolicy = .dropWhileRunning,
    _ perform: @escaping @MainActor (Item, _ done: @escaping @MainActor () -> Void) -> Void
  ) -> SelectionCommand {
    SelectionCommand(policy, perform)
  }

  /// Creates a command that runs in a task.
  ///
  /// The task starts before the selection returns.
  ///
  /// Resumed continuations start threads that wake once a second until the program ends. For a
  /// program that must be idle between events, use `callback`.
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

  /// Runs the command for an item, like a selection.
  ///
  /// - Returns: `true` if the selection is running or queued, `false` if the command is disabled or
  ///   ignores it.
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

  /// Starts the queued selections, in a loop because a selection may finish before `start` returns.
  private func startWaiting() {
    guard !isStartingWaiting else { return }
    isStartingWaiting = true
    while !isRunning, !waiting.isEmpty { start(waiting.removeFirst()) }
    isStartingWaiting = false
  }
}
