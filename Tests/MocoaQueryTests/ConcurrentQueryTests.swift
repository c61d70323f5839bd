import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("Results of a base list that changes constantly")
@MainActor
struct ConcurrentQueryTests {
  @Test("are sorted, and map paths correctly at each moment")
  func restless() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<30_000).map { Numbered(number: ($0 * 7919) % 30_000) })
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    list.query.orders = [.init("number")]
    var answers = 0
    let token = list.observe { if !$0.changes.isEmpty { answers += 1 } }
    var step = 0
    await eventually("it is sorted twice") {
      // Each turn inserts an item before all others.
      base.replace(0..<0, with: [Numbered(number: -1 - step)])
      step += 1
      for item in [0, 17, list.snapshot.itemCount - 1] {
        let path = ItemPath(section: 0, item: item)
        let place = list.basePath(for: path)
        if let place, base.snapshot.id(at: place) != list.snapshot.id(at: path) {
          Issue.record("\(item) is not at \(place)")
          return true
        }
      }
      return answers >= 2
    }
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(list.snapshot.itemCount == 30_000 + step)
    let items = list.snapshot.sections[0].items
    #expect((items.element(at: 0) as? Numbered)?.number == -step)
    withExtendedLifetime((heard, token)) {}
  }

  @Test("report a changed header without other changes")
  func headers() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<4).map { Numbered(number: $0) })
    let list = QueryResults(base)
    list.query.filter = try Filter("!2")
    base.setHeader(Numbered(number: 77))
    #expect((list.snapshot.sections[0].header as? Numbered)?.number == 77)
    var updates: [ListUpdate] = []
    let token = list.observe { updates.append($0) }
    base.setHeader(Numbered(number: 78))
    #expect(updates.map(\.changes.sectionUpdates) == [[.init(from: 0, to: 0)]])
    withExtendedLifetime(token) {}
  }

  @Test(
    "complete the first sort while the base list grows")
  func growing() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<30_000).map { Numbered(number: ($0 * 7919) % 30_000) })
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    list.query.orders = [.init("number", isDescending: true)]
    var step = 0
    await eventually("it is sorted") {
      base.replace(
        base.snapshot.itemCount..<base.snapshot.itemCount, with: [Numbered(number: -1 - step)])
      step += 1
      return (list.snapshot.sections[0].items.element(at: 0) as? Numbered)?.number == 29_999
    }
    await eventually("it is answered") { !list.isUpdatingResults }
    let items = list.snapshot.sections[0].items
    #expect((items.element(at: items.count - 1) as? Numbered)?.number == -step)
    withExtendedLifetime(heard) {}
  }

  @Test("fold groups that are not computed yet")
  func foldedEarly() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<30_000).map { Numbered(number: $0) })
    let list = QueryResults(base)
    list.query.group = "number"
    #expect(list.isUpdatingResults)
    list.toggleFoldingOfAllSections()
    // The only section has no group yet and counts as unfolded.
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(list.snapshot.itemCount == 1001 && list.itemCount == 30_000)
  }
}
