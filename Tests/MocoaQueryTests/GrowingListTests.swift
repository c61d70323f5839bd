import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("A filter of a list that grows")
@MainActor
struct GrowingListTests {
  @Test("completes while the list grows, and counts the evaluated items")
  func growing() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<20_000).map { Numbered(number: $0) })
    let list = QueryResults(base)
    list.query.filter = try Filter("number<10")
    let first = try #require(list.partialCount)
    #expect(first.tested < 20_000 || first.passing == 10, "\(first)")
    var isAnswered = false
    list.onUpToDate { isAnswered = true }
    var step = 0
    await eventually("it is answered while the list grows") {
      if isAnswered { return true }
      // Each turn appends an item.
      let count = base.snapshot.itemCount
      base.replace(count..<count, with: [Numbered(number: 20_000 + step)])
      step += 1
      if let known = list.partialCount {
        #expect(known.passing <= 10 && known.tested <= base.snapshot.itemCount)
      }
      return false
    }
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(list.partialCount == nil && list.itemCount == 10)
    #expect(list.visibleBaseItems.count == 10)
    let before = base.snapshot.itemCount
    base.replace(before..<before, with: [Numbered(number: 5)])
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(list.itemCount == 11)
    list.query.filter = nil
    #expect(
      !list.isUpdatingResults && list.itemCount == before + 1, "the end of a filter takes no time")
  }

  @Test("sends an update for a changed end if the filter changes before the answer")
  func changedEnd() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<20_000).map { Numbered(number: $0) })
    base.replace(20_000..<20_000, with: (20_000..<20_003).map { Numbered(number: $0) })
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    list.query.filter = try Filter("number>10")
    base.replace(20_000..<20_003, with: (30_000..<30_003).map { Numbered(number: $0) })
    base.replace(20_003..<20_003, with: [Numbered(number: 40_000)])
    let before = list.snapshot
    list.query.filter = try Filter("number>100")
    #expect(list.isUpdatingResults && list.snapshot.isSame(as: before))
    await eventually("it is answered") { !list.isUpdatingResults }
    let items = list.snapshot.sections[0].items
    let numbers = (items.count - 5..<items.count).map {
      (items.element(at: $0) as? Numbered)?.number
    }
    #expect(numbers == [19_999, 30_000, 30_001, 30_002, 40_000] && items.count == 19_903)
    withExtendedLifetime(heard) {}
  }

  @Test("marks only the answer as another excerpt, not the items that were added before it")
  func contexts() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<20_000).map { Numbered(number: $0) })
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    list.query.filter = try Filter("number>10")
    base.replace(20_000..<20_000, with: [Numbered(number: 20_000)])
    await eventually("it is answered") { !list.isUpdatingResults }
    let updates = heard.updates.filter { !$0.changes.isEmpty }
    let (added, answers) = (
      updates.filter { !$0.changes.insertions.isEmpty },
      updates.filter { !$0.changes.deletions.isEmpty }
    )
    #expect(added.count == 1 && added.allSatisfy { !($0.context is QueryChange) })
    #expect(!answers.isEmpty && answers.allSatisfy { $0.context is QueryChange })
    #expect(list.itemCount == 19_990)
  }
}
