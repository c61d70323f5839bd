public import MocoaModel

/// What the fields of a list's items are, counted on a thread and followed as the list grows.
@MainActor
public final class ListSummary {
  /// What is known so far.
  public struct State: Sendable {
    /// The fields in the order in which they came first.
    public let fields: [FieldSummary]

    /// How many items were counted.
    public let itemCount: Int

    /// Whether there were more fields than are counted.
    public let isCut: Bool
  }

  /// What is known now.
  public private(set) var state = State(fields: [], itemCount: 0, isCut: false)

  /// How many items there are.
  public private(set) var total: Int

  /// Whether all of them are counted.
  public var isComplete: Bool { pass == nil }

  private let observers = Observers<Void>()
  private var token: ObservationToken?
  private var list: ListSnapshot

  /// The count that is under way.
  private var pass: Cancellation?

  /// Whether the list became another one while it was counted.
  private var isStale = false

  /// So many items are counted at once.
  private static let smallCount = 256

  /// So long it takes at least from one state to the next.
  private nonisolated static let interval = Duration.milliseconds(100)

  /// The fields that are counted; nil for all that there are.
  public let names: [String]?

  /// Counts the fields of a list's items, until it is let go.
  ///
  /// - Parameter names: the fields, in the order in which they are told of; nil for all that there are.
  public init(of source: any ListSource, fields names: [String]? = nil) {
    list = source.snapshot
    self.names = names
    total = list.itemCount
    token = source.observe { [weak self] in self?.follow($0) }
    count(list, with: ListTally(of: names), from: 0)
  }

  isolated deinit { pass?.cancel() }

  /// Tells when more is known.
  public func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { _ in perform() }
  }

  // MARK: - Counting

  private func count(_ list: ListSnapshot, with tally: ListTally, from start: Int) {
    let pass = Cancellation()
    self.pass = pass
    if list.itemCount - start <= Self.smallCount {
      return countAtOnce(list, with: tally, from: start, pass)
    }
    let isStarted = BackgroundThread.run { [weak self] in
      let tally = Self.tally(list, tally, from: start, pass) { state in
        MainTurn.afterThis { [weak self] in self?.show(state, pass) }
      }
      guard let tally else { return }
      let state = Self.state(of: tally)
      MainTurn.afterThis { [weak self] in
        self?.show(state, pass)
        self?.end(pass, tally, of: list)
      }
    }
    // Without a thread it takes as long as it takes.
    if !isStarted { countAtOnce(list, with: tally, from: start, pass) }
  }

  private func countAtOnce(
    _ list: ListSnapshot, with tally: ListTally, from start: Int, _ pass: Cancellation
  ) {
    guard let tally = Self.tally(list, tally, from: start, pass, { _ in }) else { return }
    state = Self.state(of: tally)
    end(pass, tally, of: list)
  }

  /// Counts the items from a position on; nil where that was cancelled.
  private nonisolated static func tally(
    _ list: ListSnapshot, _ former: ListTally, from start: Int, _ cancellation: Cancellation,
    _ tell: (State) -> Void
  ) -> ListTally? {
    var (tally, skipped, time) = (former, start, ContinuousClock.now)
    for section in list.sections {
      let count = section.items.count
      let first = min(skipped, count)
      skipped -= first
      section.items.forEachLeaf(in: first..<count) { leaf in
        if cancellation.isCancelled { return }
        ItemTexts.visit(leaf, by: &tally)
        guard ContinuousClock.now - time >= interval else { return }
        tell(state(of: tally))
        time = .now
      }
    }
    return cancellation.isCancelled ? nil : tally
  }

  private nonisolated static func state(of tally: ListTally) -> State {
    State(
      fields: tally.fields.map { $0.summary(of: tally.itemCount) }, itemCount: tally.itemCount,
      isCut: tally.isCut)
  }

  private func show(_ state: State, _ pass: Cancellation) {
    guard self.pass === pass else { return }
    self.state = state
    observers.send(())
  }

  private func end(_ pass: Cancellation, _ tally: ListTally, of counted: ListSnapshot) {
    guard self.pass === pass else { return }
    self.pass = nil
    if isStale {
      isStale = false
      count(list, with: ListTally(of: names), from: 0)
    } else if list.itemCount > tally.itemCount {
      // What was added meanwhile.
      count(list, with: tally, from: tally.itemCount)
    } else {
      self.tally = tally
      observers.send(())
    }
  }

  /// All that was counted, for what is added later.
  private var tally: ListTally?

  // MARK: - Following

  private func follow(_ update: ListUpdate) {
    if update.changes.isEmpty { return }
    let isGrown = update.changes.isAppend && update.after.sections.count == 1 && !isStale
    (list, total) = (update.after, update.after.itemCount)
    // A count that is under way goes to its end: a list that changes all the time would never be counted.
    if pass != nil {
      isStale = !isGrown
    } else if isGrown, let tally {
      self.tally = nil
      count(list, with: tally, from: tally.itemCount)
    } else {
      count(list, with: ListTally(of: names), from: 0)
    }
  }
}
