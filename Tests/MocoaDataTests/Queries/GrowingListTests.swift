import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("A filter of a list that grows")
@MainActor
struct GrowingListTests {
  @Test("completes while the list grows, and counts the evaluated items")
  func growing() async throws {
    let base = EditableList()
    base.replace(0..<0, with: (0..<20_000).map { Numbered(number: $0) })
    let list = QueriedList(base)
    list.query.filter = try Filter("number<10")
    let first = try #require(list.partialCount)
    #expect(first.asked < 20_000 || first.passing == 10, "\(first)")
    var counts: [Int] = []
    let token = list.observe { _ in counts.append(list.snapshot.itemCount) }
    // Each turn appends an item, as often as an evaluation could end.
    for step in 0..<200 where list.isAsking {
      let count = base.snapshot.itemCount
      base.replace(count..<count, with: [Numbered(number: 20_000 + step)])
      if let known = list.partialCount {
        #expect(known.passing <= 10 && known.asked <= base.snapshot.itemCount)
      }
      await Task.yield()
    }
    await eventually("it is answered") { !list.isAsking }
    #expect(list.partialCount == nil && list.itemCount == 10)
    #expect(list.shownItems.count == 10)
    let before = base.snapshot.itemCount
    base.replace(before..<before, with: [Numbered(number: 5)])
    await eventually("it is answered") { !list.isAsking }
    #expect(list.itemCount == 11)
    list.query.filter = nil
    #expect(!list.isAsking && list.itemCount == before + 1, "the end of a filter takes no time")
    token.cancel()
  }
}
