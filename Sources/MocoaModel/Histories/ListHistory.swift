internal import Glibc

/// A list that keeps every version it has had, and shows the newest one or an older one.
///
/// Versions are snapshots, which share what did not change. What changes while an older version is
/// shown is kept, and shown when one comes to it. The newest version is *live*: whoever looks at it
/// sees every change.
///
/// Versions are kept as long as what they added to each other is below a limit; then the oldest one
/// is forgotten, but never the one that is shown.
@MainActor
public final class ListHistory: ListSource {
  /// The list whose versions are kept.
  public let source: any ListSource

  /// The version that is shown.
  public private(set) var snapshot: ListSnapshot

  /// The versions, the oldest first; never empty.
  private var versions: [ListVersion]

  /// The place of the version that is shown.
  private var place = 0

  /// About how many bytes the versions have added.
  private(set) var footprint = 0

  /// About how many bytes they may add.
  public let limit: Int

  /// 64 MiB.
  public static let standardLimit = 64 << 20

  /// What is added at the end so soon after another such addition belongs to the same version.
  static let burst = Duration.milliseconds(100)

  /// No version takes longer to come than so.
  static let longestBurst = Duration.seconds(2)

  private let now: @MainActor () -> ContinuousClock.Instant
  private let time: @MainActor () -> Int

  /// When the last addition came, and when the first of its burst did.
  private var lastAppend: ContinuousClock.Instant?
  private var burstStart: ContinuousClock.Instant?
  private let observers = Observers<ListUpdate>()
  private var token: ObservationToken?

  /// A history of a list, which begins now.
  ///
  /// - Parameters:
  ///   - limit: about how many bytes the versions may add to the first one.
  ///   - now: the time, by which bursts are told.
  ///   - time: the time in seconds since 1970, which versions have.
  public init(
    of source: any ListSource, limit: Int = ListHistory.standardLimit,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { .now },
    time: @escaping @MainActor () -> Int = { ListHistory.systemTime }
  ) {
    (self.source, self.limit, self.now, self.time) = (source, limit, now, time)
    snapshot = source.snapshot
    versions = [ListVersion(snapshot: source.snapshot, time: time())]
    token = source.observe { [weak self] in self?.take($0) }
  }

  /// The time in seconds since 1970.
  public static var systemTime: Int { Glibc.time(nil) }

  /// How far loading of the newest version has come.
  public var phase: ListPhase { source.phase }

  /// Tells of every change of what is shown, and of every change of `phase`.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  // MARK: - Moving in time

  /// How many versions there are.
  public var count: Int { versions.count }

  /// The number of the version that is shown, from 1.
  public var number: Int { place + 1 }

  /// Whether no version has been forgotten.
  public private(set) var isComplete = true

  /// Whether the newest version is shown.
  public var isLive: Bool { place == versions.count - 1 }

  /// When the version that is shown came to be, in seconds since 1970.
  public var timeOfVersion: Int { versions[place].time }

  /// Shows a version so many steps later, or earlier where below 0; at the ends the first or last.
  ///
  /// - Returns: whether it is another one than before.
  /// - Complexity: O(changes in between × log).
  @discardableResult
  public func step(by distance: Int) -> Bool {
    let target = max(0, min(versions.count - 1, place + distance))
    guard target != place else { return false }
    let between = min(place, target) + 1...max(place, target)
    let steps = versions[between].compactMap(\.changes)
    let changes = steps.count == between.count ? Self.composed(steps[...]) : nil
    show(target, target < place ? changes?.inverted : changes)
    return true
  }

  /// Shows the newest version.
  ///
  /// - Returns: whether an older one was shown before.
  @discardableResult
  public func returnToLive() -> Bool { step(by: versions.count) }

  /// Several changes in a row as one; halves first, so that each change is looked at few times.
  private static func composed(_ changes: ArraySlice<ChangeSet>) -> ChangeSet? {
    guard changes.count > 1 else { return changes.first }
    let middle = changes.startIndex + changes.count / 2
    guard let first = composed(changes[..<middle]), let second = composed(changes[middle...])
    else { return nil }
    return try? first.followed(by: second)
  }

  private func show(_ target: Int, _ changes: ChangeSet?) {
    let before = snapshot
    place = target
    snapshot = versions[target].snapshot
    // Known, unless the source sent updates that do not follow each other.
    let changes = changes ?? ChangeSet(from: before, to: snapshot)
    observers.send(ListUpdate(before: before, after: snapshot, changes: changes))
  }

  // MARK: - Keeping versions

  private func take(_ update: ListUpdate) {
    let isShown = isLive
    if !update.changes.isEmpty { keep(update) }
    if isShown {
      place = versions.count - 1
      snapshot = update.after
      observers.send(update)
    } else {
      // Of the list that is shown nothing changed; how far the newest is may have.
      observers.send(
        ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    }
    forgetOldest()
  }

  private func keep(_ update: ListUpdate) {
    // What the first version is made of was not added by the history.
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

  /// Whether something was added a moment ago, or a file is being read for the first time.
  private func continuesBurst() -> Bool {
    let time = now()
    defer { lastAppend = time }
    if versions.count == 1 {
      burstStart = burstStart ?? time
      if case .loading(.some) = source.phase { return true }
      if versions[0].snapshot.itemCount == 0 { return true }
    }
    if let lastAppend, let burstStart, time - lastAppend < Self.burst,
      time - burstStart < Self.longestBurst
    {
      return true
    }
    burstStart = time
    return false
  }

  private func forgetOldest() {
    while footprint > limit, versions.count > 1 {
      isComplete = false
      guard place == 0 else {
        forgetFirst()
        continue
      }
      guard versions.count > 2 else { return }
      forgetSecond()
    }
  }

  private func forgetFirst() {
    versions.removeFirst()
    place -= 1
    footprint -= versions[0].footprint
    versions[0].footprint = 0
    versions[0].changes = nil
  }

  /// Forgets the version behind the first, which is shown; the next one then follows that.
  private func forgetSecond() {
    let forgotten = versions.remove(at: 1)
    footprint -= forgotten.footprint
    if let changes = forgotten.changes, let next = versions[1].changes {
      versions[1].changes = try? changes.followed(by: next)
    }
  }
}
