import MocoaTestSupport
import Testing

@testable import MocoaModel

@MainActor
@Suite("The history of a list")
struct ListHistoryTests {
  /// A list with a history, and a mirror that only knows its updates.
  @MainActor
  private final class Stage {
    let source: FakeListSource
    let history: ListHistory
    private(set) var mirror: ListSnapshot
    private(set) var updates: [ListUpdate] = []
    private var token: ObservationToken?

    init(_ items: [SampleItem], limit: Int = ListHistory.defaultByteLimit) {
      source = FakeListSource(items)
      let clock = Clock()
      history = ListHistory(of: source, limit: limit, now: { clock.time })
      mirror = source.snapshot
      self.clock = clock
      token = history.observe { [unowned self] update in
        #expect(texts(update.before) == texts(mirror))
        do {
          mirror = try update.changes.applying(to: mirror, elementsFrom: update.after)
        } catch {
          Issue.record("\(error)")
        }
        updates.append(update)
      }
    }

    private final class Clock {
      var time = ContinuousClock.now
    }

    private let clock: Clock

    func wait(_ duration: Duration) { clock.time = clock.time.advanced(by: duration) }

    var shown: [String] { texts(history.snapshot) }

    var mirrored: [String] { texts(mirror) }
  }

  @Test("steps to every version, and records changes in between")
  func stepping() {
    let stage = Stage([SampleItem(1), SampleItem(2)])
    stage.source.show([SampleItem(2), SampleItem(1, "one")])
    stage.source.show([SampleItem(2)])
    #expect(stage.history.count == 3 && stage.history.isLatest)
    let steps = [
      stage.history.step(by: -1), stage.history.step(by: -1), stage.history.step(by: -1),
    ]
    #expect(steps == [true, true, false])
    #expect(stage.shown == ["1", "2"] && stage.mirrored == stage.shown)
    #expect(stage.history.versionNumber == 1 && !stage.history.isLatest)
    stage.source.show([SampleItem(2), SampleItem(9)])
    #expect(stage.shown == ["1", "2"] && stage.history.count == 4)
    stage.history.step(by: 1)
    #expect(stage.mirrored == ["2", "one"])
    #expect(stage.updates.last?.changes.updates.count == 1)
    let wasPast = stage.history.showLatest()
    let isPast = stage.history.showLatest()
    #expect(wasPast && !isPast)
    #expect(stage.mirrored == ["2", "9"])
    stage.source.show([])
    #expect(stage.mirrored.isEmpty && stage.history.isLatest)
  }

  @Test("a mirror of the updates equals the list over random steps")
  func randomSteps() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<60 {
      let stage = Stage(
        (0..<6).map { SampleItem($0) }, limit: round.isMultiple(of: 2) ? 9000 : 1 << 20)
      var versions = [texts(stage.source.snapshot)]
      for _ in 0..<60 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: stage.history.step(by: Int.random(in: -3...3, using: &generator))
        case 1: stage.history.showLatest()
        default:
          let count = Int.random(in: 0...8, using: &generator)
          let numbers = Array(0..<10).shuffled(using: &generator).prefix(count)
          let items = numbers.map {
            SampleItem($0, Bool.random(using: &generator) ? "x\($0)" : nil)
          }
          let before = stage.history.count
          let isChanged = items.map(\.text) != versions.last ?? []
          stage.source.show(items)
          if isChanged || stage.history.count != before { versions.append(items.map(\.text)) }
        }
        #expect(stage.mirrored == stage.shown)
        #expect(versions.contains(stage.shown))
        #expect(stage.history.footprint <= stage.history.byteLimit || stage.history.count <= 2)
        if stage.history.isLatest { #expect(stage.shown == texts(stage.source.snapshot)) }
      }
    }
  }

  @Test("removes the oldest versions over the limit, except the shown one")
  func limit() {
    let stage = Stage([], limit: 20_000)
    for number in 0..<30 {
      stage.wait(.seconds(1))
      stage.source.show((0...number).map { SampleItem($0) })
    }
    #expect(stage.history.count < 30 && stage.history.count > 2)
    #expect(stage.history.footprint <= 20_000)
    while stage.history.step(by: -1) {}
    let oldest = stage.shown
    for number in 30..<60 {
      stage.wait(.seconds(1))
      stage.source.show((0...number).map { SampleItem($0) })
    }
    #expect(stage.shown == oldest && stage.history.versionNumber == 1)
    #expect(stage.history.footprint <= 20_000)
    stage.history.showLatest()
    #expect(stage.mirrored.count == 60 && stage.mirrored == texts(stage.source.snapshot))
    stage.history.step(by: -1)
    #expect(stage.mirrored.count == 59)
  }

  @Test("successive appends are one version, later ones another")
  func bursts() {
    let stage = Stage([])
    stage.source.phase = .loading(fraction: nil)
    for number in 1...5 {
      stage.source.show((1...number).map { SampleItem($0) })
      stage.wait(.milliseconds(30))
    }
    #expect(stage.history.count == 1)
    stage.wait(.seconds(1))
    stage.source.show((1...6).map { SampleItem($0) })
    stage.wait(.milliseconds(30))
    stage.source.show((1...7).map { SampleItem($0) })
    #expect(stage.history.count == 2)
    stage.history.step(by: -1)
    #expect(stage.mirrored.count == 5)
  }

  @Test("long series of appends are several versions")
  func longBurst() {
    let stage = Stage([SampleItem(0)])
    for number in 1...60 {
      stage.wait(.milliseconds(90))
      stage.source.show((0...number).map { SampleItem($0) })
    }
    #expect(stage.history.count == 4)
    let other = Stage([SampleItem(1)])
    other.source.show([])
    other.wait(.seconds(9))
    other.source.show([SampleItem(2)])
    #expect(other.history.count == 3)
  }

  @Test("reports loading progress while an older version is shown")
  func phases() {
    let stage = Stage([SampleItem(1)])
    stage.source.show([SampleItem(2)])
    stage.history.step(by: -1)
    let count = stage.updates.count
    stage.source.phase = .failed("gone")
    #expect(stage.updates.count == count + 1)
    #expect(stage.updates.last?.changes.isEmpty == true)
    #expect(stage.history.phase == .failed("gone") && stage.shown == ["1"])
  }
}

/// Returns the texts of all items.
private func texts(_ list: ListSnapshot) -> [String] {
  list.sections.flatMap { section in
    (0..<section.items.count).map { (section.items.element(at: $0) as? SampleItem)?.text ?? "?" }
  }
}
