public import MocoaModel

/// A summary of the fields of a list, computed in the background and updated when the list changes.
@MainActor
public final class ListSummary {
  /// The results of a summary, complete or partial.
  public struct State: Sendable {
    /// The summaries of the fields, in the order of their first occurrence.
    public let fields: [FieldSummary]

    /// The number of items that have been counted until now.
    public let itemCount: Int

    /// A Boolean value that indicates whether the items have more fields than are counted.
    public let isTruncated: Bool
  }

  /// The current results.
  public private(set) var state = State(fields: [], itemCount: 0, isTruncated: false)

  /// The number of items in the list.
  public private(set) var total: Int

  /// A Boolean value that indicates whether all items have been counted.
  public var isComplete: Bool { pass == nil }

  private let observers = Observers<Void>()
  private var token: ObservationToken?
  private var list: ListSnapshot

  /// The cancellation token of the running count, or `nil` if no count is running.
  private var pass: CancellationToken?

  /// A Boolean value that indicates whether the list changed during the count in other ways than by
  /// appended items.
  private var isStale = false

  /// The maximum number of items that are counted on the main thread.
  private static let smallCount = 256

  /// The minimum time between two intermediate results.
  private nonisolated static let interval = Duration.milliseconds(100)

  /// The fields that are counted, or `nil` for all fields.
  public let names: [String]?

  /// Creates a summary and starts to count.
  ///
  /// The summary is updated when the list changes, until it is released.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - names: The fields in the order of the results, or `nil` for all fields.
  public init(of source: any ListSource, fields names: [String]? = nil) {
    list = source.snapshot
    self.names = names
    total = list.itemCount
    token = source.observe { [weak self] in self?.follow($0) }
    count(list, with: ListAccumulator(of: names), from: 0)
  }

  isolated deinit { pass?.cancel() }

  /// Adds an observer that is called when new results are available.
  public func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { _ in perform() }
  }

  // MARK: - Counting

  private func count(_ list: ListSnapshot, with tally: ListAccumulator, from start: Int) {
    let pass = CancellationToken()
    self.pass = pass
    if list.itemCount - start <= Self.smallCount {
      return countAtOnce(list, with: tally, from: start, pass)
    }
    let isStarted = BackgroundThread.run { [weak self] in
      let tally = Self.tally(list, tally, from: start, pass) { state in
        MainActorScheduler.schedule { [weak self] in self?.show(state, pass) }
      }
      guard let tally else { return }
      let state = Self.state(of: tally)
      MainActorScheduler.schedule { [weak self] in
        self?.show(state, pass)
        self?.end(pass, tally, of: list)
      }
    }
    // If no thread is available, the count blocks the main thread.
    if !isStarted { countAtOnce(list, with: tally, from: start, pass) }
  }

  private func countAtOnce(
    _ list: ListSnapshot, with tally: ListAccumulator, from start: Int, _ pass: CancellationToken
  ) {
    guard let tally = Self.tally(list, tally, from: start, pass, { _ in }) else { return }
    state = Self.state(of: tally)
    end(pass, tally, of: list)
  }

  /// Counts the items from an index on, in addition to earlier counts.
  ///
  /// - Returns: The counts, or `nil` if the count was canceled.
  private nonisolated static func tally(
    _ list: ListSnapshot, _ former: ListAccumulator, from start: Int,
    _ cancellation: CancellationToken,
    _ report: (State) -> Void
  ) -> ListAccumulator? {
    var (tally, skipped, time) = (former, start, ContinuousClock.now)
    for section in list.sections {
      let count = section.items.count
      let first = min(skipped, count)
      skipped -= first
      section.items.forEachLeaf(in: first..<count) { leaf in
        if cancellation.isCancelled { return }
        ItemTexts.visit(leaf, by: &tally)
        guard ContinuousClock.now - time >= interval else { return }
        report(state(of: tally))
        time = .now
      }
    }
    return cancellation.isCancelled ? nil : tally
  }

  private nonisolated static func state(of tally: ListAccumulator) -> State {
    State(
      fields: tally.fields.map { $0.summary(of: tally.itemCount) }, itemCount: tally.itemCount,
      isTruncated: tally.isTruncated)
  }

  private func show(_ state: State, _ pass: CancellationToken) {
    guard self.pass === pass else { return }
    self.state = state
    observers.notify(())
  }

  private func end(_ pass: CancellationToken, _ tally: ListAccumulator, of counted: ListSnapshot) {
    guard self.pass === pass else { return }
    self.pass = nil
    if isStale {
      isStale = false
      count(list, with: ListAccumulator(of: names), from: 0)
    } else if list.itemCount > tally.itemCount {
      // Items that were added during the count.
      count(list, with: tally, from: tally.itemCount)
    } else {
      self.tally = tally
      observers.notify(())
    }
  }

  /// The counts of all current items.
  ///
  /// Items that are appended later are added to the counts.
  private var tally: ListAccumulator?

  // MARK: - Following

  private func follow(_ update: ListUpdate) {
    if update.changes.isEmpty { return }
    let isGrown = update.changes.isAppend && update.after.sections.count == 1 && !isStale
    (list, total) = (update.after, update.after.itemCount)
    // The current count continues to its end. Otherwise the count of a list that changes constantly
    // would never finish.
    if pass != nil {
      isStale = !isGrown
    } else if isGrown, let tally {
      self.tally = nil
      count(list, with: tally, from: tally.itemCount)
    } else {
      count(list, with: ListAccumulator(of: names), from: 0)
    }
  }
}

/// Counts the values of all fields of the visited items.
struct ListAccumulator: ItemVisitor, Sendable {
  private(set) var fields: [FieldAccumulator] = []
  private(set) var itemCount = 0

  /// A Boolean value that indicates whether the items have more than `maxFields` fields.
  private(set) var isTruncated = false

  private var indexes: [[UInt8]: Int] = [:]

  /// The maximum number of fields that are counted, because a table may have tens of thousands.
  private static let maxFields = 500

  /// A Boolean value that indicates whether only the fields that were passed to the initializer are
  /// counted.
  private let isClosed: Bool

  /// Creates an accumulator without items.
  ///
  /// - Parameter names: The fields to count, or `nil` for all fields.
  init(of names: [String]? = nil) {
    isClosed = names != nil
    for name in names ?? [] {
      let name = Array(name.utf8)
      guard indexes[name] == nil else { continue }
      indexes[name] = fields.count
      fields.append(FieldAccumulator(name: name))
    }
  }

  mutating func visit(_ index: Int, _ item: some FilterSubject) {
    itemCount += 1
    // Most items have their fields in the same order.
    var expected = 0
    item.forEachField { name, kind, text in
      guard let index = fieldIndex(of: name, expected) else { return }
      expected = index + 1
      if let kind {
        fields[index].add(kind, text)
      } else {
        fields[index].addEmpty()
      }
    }
  }

  private mutating func fieldIndex(of name: UnsafeRawBufferPointer, _ expected: Int) -> Int? {
    if expected < fields.count, fields[expected].name.elementsEqual(name) { return expected }
    let name = Array(name)
    if let index = indexes[name] { return index }
    if isClosed { return nil }
    guard fields.count < Self.maxFields else {
      isTruncated = true
      return nil
    }
    indexes[name] = fields.count
    fields.append(FieldAccumulator(name: name))
    return fields.count - 1
  }
}
