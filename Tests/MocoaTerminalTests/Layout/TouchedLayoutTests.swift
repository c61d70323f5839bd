import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("Changes that are seen in a layout")
struct TouchedLayoutTests {
  private static func isTouched(_ old: [Int], _ new: [Int], updated: Set<Int> = [], first: Int = 0)
    -> Bool
  {
    let (before, after) = (ListSnapshot(numbers: [old]), ListSnapshot(numbers: [new]))
    let anchor = ListLayout.Anchor(
      element: .item(ItemPath(section: 0, item: first)), row: 0)
    let layout = ListLayout(before, anchor: anchor, rows: 3, sticks: true) { _ in 1 }
    let changes = ChangeSet.between([(id: 0, items: old)], [(id: 0, items: new)], updated: updated)
    return layout.isTouched(
      by: ListUpdate(before: before, after: after, changes: changes), rows: 3)
  }

  @Test("are all that touch what is shown, against a look at every list of few items")
  func exhaustive() {
    let old = Array(0..<6)
    for first in 0...3 {
      let shown = Array(old[first..<(first + 3)])
      for removed in old {
        let new = old.filter { $0 != removed }
        #expect(Self.isTouched(old, new, first: first) == shown.contains(removed))
        #expect(
          Self.isTouched(old, old, updated: [removed], first: first) == shown.contains(removed))
      }
      for place in 0...6 {
        var new = old
        new.insert(9, at: place)
        let isSeen = place > first && place < first + 3
        #expect(Self.isTouched(old, new, first: first) == isSeen, "\(place) from \(first)")
      }
    }
  }

  @Test("are additions where there is room below, and to an empty list")
  func room() {
    #expect(Self.isTouched([1, 2], [1, 2, 3]))
    #expect(!Self.isTouched([1, 2, 3], [1, 2, 3, 4]))
    #expect(Self.isTouched([], [1]))
    #expect(!Self.isTouched([1, 2], [1, 2]))
  }
}
