internal import Glibc

/// A list source that retains the versions of another list and shows one of them.
///
/// Versions are snapshots that share their unchanged parts. If the list changes while an older
/// version is shown, the change is retained as a later version. The newest version is *live*: while
/// it is shown, every change is visible.
///
/// If the versions exceed a limit of bytes, the oldest ones are removed, except for the version
/// that is shown.
@MainActor
public final class ListHistory: ListSource {
  /// The list whose versions are retained.
  public let source: any ListSource

  /// The version that is shown.
  public private(set) var snapshot: ListSnapshot

  /// The versions, oldest first.
  ///
  /// Never empty.
  private var versions: [ListVersion]

  /// The index of the version that is shown.
  private var shownIndex = 0

  /// The approximate number of bytes that the versions need in addition to the first one.
  private(set) var footprint = 0

  /// The approximate maximum number of bytes that the versions may need in addition to the first
  /// one.
  public let byteLimit: Int

  /// The default limit: 64 MiB.
  public static let defaultByteLimit = 64 << 20

  /// The maximum interval between two appends that belong to the same version.
  private static let coalescingInterval = Duration.milliseconds(100)

  /// The maximum duration from the first to the last append of one version.
  private static let maxCoalescingInterval = Duration.seconds(2)

  private let now: @MainActor () -> ContinuousClock.Instant
  private let time: @MainActor () -> Int

  /// The time of the latest append.
  private var lastAppend: ContinuousClock.Instant?

  /// The time of the first append of the newest version.
  private var burstStart: ContinuousClock.Instant?
  private let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// Creates a history that begins with the current state of a list.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - limit: The approximate maximum number of bytes that the versions may add to the first one.
  ///   - now: A closure that returns the time, used to merge successive appends.
  ///   - time: A closure that returns the seconds since 1970, the time of a version.
  public init(
    of source: any ListSource, limit: Int = ListHistory.defaultByteLimit,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { .now },
    time: @escaping @MainActor () -> Int = { ListHistory.systemTime }
  ) {
    (self.source, self.byteLimit, self.now, self.time) = (source, limit, now, time)
    snapshot = source.snapshot
    versions = [ListVersion(snapshot: source.snapshot, time: time())]
    token = source.observe { [weak self] in self?.take($0) }
  }

  /// The current time in seconds since 1970.
  public static var systemTime: Int { Glibc.time(nil) }

  /// The loading phase of the newest version.
  public var phase: ListPhase { source.phase }

  /// Calls a closure for every change of the version that is shown, and for every change of
  /// `phase`.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  // MARK: - Navigating

  /// The number of versions in the history.
  public var count: Int { versions.count }

  /// The number of the version that is shown, from 1.
  public var versionNumber: Int { shownIndex + 1 }

  /// A Boolean value that indicates whether no version has been removed because of the limit.
  public private(set) var hasAllVersions = true

  /// A Boolean value that indicates whether the newest version is shown.
  public var isLatest: Bool { shownIndex == versions.count - 1 }

  /// The time of the version that is shown, in seconds since 1970.
  public var versionTime: Int { versions[shownIndex].time }

  /// Shows a later version, or an earlier one if the distance is negative.
  ///
  /// A distance beyond the ends shows the first or the last version.
  ///
  /// - Parameter distance: The number of versions to advance.
  /// - Returns: `true` if another version is shown than before.
  /// - Complexity: O(c log c) for c changes between the versions.
  @discardableResult
  public func step(by distance: Int) -> Bool {
    let target = max(0, min(versions.count - 1, shownIndex + distance))
    guard target != shownIndex else { return false }
    let between = min(shownIndex, target) + 1...max(shownIndex, target)
    let steps = versions[between].compactMap(\.changes)
    let changes = steps.count == between.count ? Self.composed(steps[...]) : nil
    show(target, target < shownIndex ? changes?.inverted : changes)
    return true
  }

  /// Shows the newest version.
  ///
  /// - Returns: `true` if an older version was shown before.
  @discardableResult
  public func showLatest() -> Bool { step(by: versions.count) }

  /// Returns the composition of successive change sets.
  ///
  /// The halves are composed first, so that each change is processed only a logarithmic number of
  /// times.
  private static func composed(_ changes: ArraySlice<ChangeSet>) -> ChangeSet? {
    guard changes.count > 1 else { return changes.first }
    let middle = changes.startIndex + changes.count / 2
    guard let first = composed(changes[..<middle]), let second = composed(changes[middle...])
    else { return nil }
    return try? first.composed(with: second)
  }

  private func show(_ target: Int, _ changes: ChangeSet?) {
    let before = snapshot
    shownIndex = target
    snapshot = versions[target].snapshot
    // The changes are missing only if the updates of the source do not follow each other.
    let changes = changes ?? ChangeSet(from: before, to: snapshot)
    observers.notify(ListUpdate(before: before, after: snapshot, changes: changes))
  }

  // MARK: - Recording versions

  private func take(_ update: ListUpdate) {
    let isShown = isLatest
    if !update.changes.isEmpty { append(update) }
    if isShown {
      shownIndex = versions.count - 1
      snapshot = update.after
      observers.notify(update)
    } else {
      // The version that is shown did not change, but the loading progress may have.
      observers.notify(
        ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    }
    removeOldest()
  }

  private func append(_ update: ListUpdate) {
    // The history did not add the content of the first version.
    let isBeginning = versions.count == 1
    if update.changes.isAppend, continuesBurst() {
      let added = isBeginning ? 0 : ListVersion.footprint(of: update)
      footprint += added
      versions[versions.count - 1].grow(by: update, added)
    } else {
      let added = ListVersion.footprint(of: update)
      footprint += added
      versions.append(
        ListVersion(
          snapshot: update.after, changes: update.changes, footprint: added, time: time()))
    }
  }

  /// Returns `true` if an append extends the newest version instead of creating a new one.
  ///
  /// This is the case if another append preceded it recently. It is also the case if the history
  /// has only one version, which is empty or still being loaded.
  private func continuesBurst() -> Bool {
    let time = now()
    defer { lastAppend = time }
    if versions.count == 1 {
      burstStart = burstStart ?? time
      if case .loading(.some) = source.phase { return true }
      if versions[0].snapshot.itemCount == 0 { return true }
    }
    if let lastAppend, let burstStart, time - lastAppend < Self.coalescingInterval,
      time - burstStart < Self.maxCoalescingInterval
    {
      return true
    }
    burstStart = time
    return false
  }

  private func removeOldest() {
    while footprint > byteLimit, versions.count > 1 {
      hasAllVersions = false
      guard shownIndex == 0 else {
        removeFirst()
        continue
      }
      guard versions.count > 2 else { return }
      removeSecond()
    }
  }

  private func removeFirst() {
    versions.removeFirst()
    shownIndex -= 1
    footprint -= versions[0].footprint
    versions[0].footprint = 0
    versions[0].changes = nil
  }

  /// Removes the second version while the first is shown, and composes its changes with those of
  /// the third.
  private func removeSecond() {
    let removed = versions.remove(at: 1)
    footprint -= removed.footprint
    if let changes = removed.changes, let next = versions[1].changes {
      versions[1].changes = try? changes.composed(with: next)
    }
  }
}

/// A version of a list, with the changes from the previous version.
struct ListVersion {
  private(set) var snapshot: ListSnapshot

  /// The changes from the previous version, or `nil` for the first.
  var changes: ChangeSet?

  /// The approximate number of bytes that this version adds to the previous version.
  var footprint = 0

  /// The time of the version, in seconds since 1970.
  let time: Int

  /// Extends this version with items that were appended shortly afterward.
  mutating func grow(by update: ListUpdate, _ added: Int) {
    if let changes { self.changes = try? changes.composed(with: update.changes) }
    footprint += added
    snapshot = update.after
  }

  /// The minimum cost of a version, in bytes: the branches of its trees and its entry in the
  /// history.
  private static let minFootprint = 1 << 10

  /// Returns the approximate number of bytes that a version adds to the previous one.
  ///
  /// - Complexity: O(chunks of both).
  static func footprint(of update: ListUpdate) -> Int {
    let old = Set(update.before.chunks.map { ObjectIdentifier($0) })
    var chunks: [ObjectIdentifier: Int] = [:]
    for chunk in update.after.chunks where !old.contains(ObjectIdentifier(chunk)) {
      chunks[ObjectIdentifier(chunk)] = chunk.estimatedByteCount
    }
    return minFootprint + chunks.values.reduce(update.changes.footprint, +)
  }
}

extension ChangeSet {
  /// The approximate size in bytes.
  fileprivate var footprint: Int {
    let sections = countsBefore.count + countsAfter.count + sectionDeletions.count
    let runs = deletions.count + insertions.count + reloads.count + sectionInsertions.count
    let steps = moves.count + updates.count + sectionMoves.count + sectionUpdates.count
    return 8 * sections + 24 * runs + 32 * steps
  }
}

extension ListSnapshot {
  /// The chunks that contain the items of the list.
  fileprivate var chunks: [any ElementChunk] {
    var chunks: [any ElementChunk] = []
    for section in sections {
      section.items.forEachLeaf(in: 0..<section.items.count) { chunks.append($0.chunk) }
    }
    return chunks
  }
}
