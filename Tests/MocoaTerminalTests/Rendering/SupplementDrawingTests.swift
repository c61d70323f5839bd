import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The drawing of supplements")
struct SupplementDrawingTests {
  private let registry = notesRegistry()
  private var module: Module { registry.define("mocoa://notes/") }

  init() {
    module.section.supplement("summary", "note").register(SampleCellViewModel.self)
  }

  private func list(grid: Bool = false) -> ListViewModel {
    if grid { module.section.grid(GridStyle(.perLine(2))) }
    let list = ListViewModel(
      model: SectionedList([
        Section(
          id: 0, header: note(7, "part one"),
          supplements: [
            Supplement("summary", note(8, "two lines\nof summary")),
            Supplement("odd", note(9, "nobody")), Supplement("summary", note(10, "more")),
          ], items: [note(1), note(2)]),
        Section(id: 1, supplements: [Supplement("summary", note(11, "alone"))], items: []),
      ]), module: module)
    list.prepareIfNeeded()
    return list
  }

  // F82, F83.
  @Test("puts them between header and items, in order")
  func drawn() {
    #expect(
      rows(listSurface(list(), columns: 24, rows: 8)) == [
        " part one ─────────── 7", " two lines", " of summary", " more", " ▌ item 1", "   item 2",
        " alone", "",
      ])
    #expect(
      rows(listSurface(list(grid: true), columns: 24, rows: 7)) == [
        " part one ─────────── 7", " two lines", " of summary", " more", " ▌ item 1      item 2",
        " alone", "",
      ])
    #expect(
      PlainTextRenderer().lines(of: list()).dropFirst() == [
        "two lines", "of summary", "more", "item 1", "item 2", "alone",
      ])
  }

  // F90, F93.
  @Test("shows an unregistered one only in debug mode")
  func placeholder() {
    let screen = rows(listSurface(list(), columns: 70, rows: 10, debug: true))
    #expect(screen[3].hasPrefix("  placeholder  notes/:/odd:note: unregistered kind"))
    #expect(screen[5] == " more")
    let renderer = ListRenderer(list())
    renderer.layOut(in: Size(columns: 24, rows: 8))
    #expect(renderer.hidden.contains(.supplement(1, section: 0)))
    #expect(renderer.hiddenCount == 0)
  }

  @Test("visits elements in the same order in both directions")
  func walking() {
    withEveryTuple(of: 8, in: 0..<2) { has in
      let sections = [0, 4].map { first in
        var section = Section(id: ItemID(first), items: [])
        if has[first] == 1 { section.header = note(1) }
        if has[first + 1] == 1 { section.supplements = [2, 3].map { Supplement("a", note($0)) } }
        if has[first + 2] == 1 { section.items = [note(4), note(5)] }
        if has[first + 3] == 1 { section.footer = note(6) }
        return section
      }
      let snapshot = ListSnapshot(SectionedList(sections))
      var forward: [ListElement] = []
      var element = snapshot.firstElement
      while let next = element {
        forward.append(next)
        element = snapshot.element(after: next)
      }
      var backward: [ListElement] = []
      element = snapshot.lastElement
      while let next = element {
        backward.append(next)
        element = snapshot.element(before: next)
      }
      let count = zip(has, [1, 2, 2, 1, 1, 2, 2, 1]).reduce(0) { $0 + $1.0 * $1.1 }
      if forward.count != count || forward != backward.reversed() { Issue.record("\(has)") }
      for (one, next) in zip(forward, forward.dropFirst())
      where !one.isBefore(next) || next.isBefore(one) { Issue.record("\(has): \(one), \(next)") }
    }
  }

  @Test("updates a changed one and keeps the rows below in place")
  func changing() throws {
    let list = list()
    let renderer = ListRenderer(list)
    renderer.motion = .off
    let size = Size(columns: 24, rows: 4)
    func screen() -> [String] {
      renderer.layOut(in: size, hasStickyHeaders: false)
      return rows(surface(columns: 24, rows: 4) { renderer.draw(into: &$0) })
    }
    _ = screen()
    try list.setSupplements([Supplement("summary", note(8, "short"))], ofSection: 0)
    #expect(screen() == [" part one ─────────── 7", " short", " ▌ item 1", "   item 2"])
    try list.setSupplements(
      [Supplement("summary", note(8, "")), .init("summary", note(9, "late"))], ofSection: 0)
    #expect(screen() == [" part one ─────────── 7", " late", " ▌ item 1", "   item 2"])
    try list.setSupplements([Supplement("summary", note(8, "again"))], ofSection: 0)
    #expect(screen()[1] == " again")
  }
}
