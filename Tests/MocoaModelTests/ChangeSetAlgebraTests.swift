import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Change sets: applying, composing, inverting")
struct ChangeSetAlgebraTests {
  private static func random(_ generator: inout SeededGenerator) -> Lists {
    var items = Array(0..<24).shuffled(using: &generator).prefix(18)
    let ids = Array(0..<5).shuffled(using: &generator)
      .prefix(Int.random(in: 0...4, using: &generator))
    return ids.map { id in
      let count = Int.random(in: 0...items.count, using: &generator)
      defer { items = items.dropFirst(count) }
      return (id, Array(items.prefix(count)))
    }
  }

  @Test("composing two change sets is as minimal as comparing the lists")
  func composition() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      let texts = (0..<3).map { _ in Int.random(in: 0..<4, using: &generator) }
      let lists = (0..<3).map { version in
        ListSnapshot(Self.random(&generator)) { $0 % 4 == texts[version] ? "other" : "\($0)" }
      }
      let first = ChangeSet(from: lists[0], to: lists[1])
      let second = ChangeSet(from: lists[1], to: lists[2])
      let both = try first.composed(with: second)
      verify(both, lists[0], lists[2], "\(first)\nthen\n\(second)")
      let direct = ChangeSet(from: lists[0], to: lists[2])
      // A section that was missing in between is another section.
      if both.sectionDeletions == direct.sectionDeletions {
        #expect(both.deletedCount >= direct.deletedCount)
        #expect(both.insertedCount >= direct.insertedCount)
      }
      let nothing = ChangeSet.unchanged(lists[1])
      #expect(try first.composed(with: nothing) == first)
      #expect(try nothing.composed(with: second) == second)
    }
  }

  @Test("a change set and its inverse cancel out")
  func inversion() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<400 {
      let (before, after) = (
        ListSnapshot(Self.random(&generator)),
        ListSnapshot(Self.random(&generator)) { $0 % 3 == 0 ? "other" : "\($0)" }
      )
      let changes = ChangeSet(from: before, to: after)
      verify(changes.inverted, after, before, "the inverse of \(changes)")
      #expect(changes.inverted.inverted == changes)
      let (there, back) = (changes.makePathMap(), changes.inverted.makePathMap())
      for (section, count) in changes.countsBefore.enumerated() {
        #expect(there.newIndex(ofSection: section) == back.oldIndex(ofSection: section))
        for item in 0..<count {
          let path = ItemPath(section: section, item: item)
          let place = there.newPath(of: path)
          #expect(place == back.oldPath(of: path))
          if let place { #expect(there.oldPath(of: place) == path) }
        }
      }
    }
  }

  @Test("applying to another list throws an error in one line")
  func misfit() {
    let list = ListSnapshot(numbers: [[1, 2], [3]])
    let changes = ChangeSet.appending(1, toSection: 0, of: list)
    let error = #expect(throws: ChangeSetMismatchError.self) {
      try changes.applying(to: ListSnapshot(numbers: [[1, 2], [3, 4]]), elementsFrom: list)
    }
    #expect(error?.description == "the change set is of 1 items in section 1, not of 2")
    let other = #expect(throws: ChangeSetMismatchError.self) {
      try changes.composed(with: .unchanged(ListSnapshot()))
    }
    #expect(other?.description == "the change set is of 0 sections, not of 2")
  }

  @Test("unchanged parts are shared with the old list")
  func sharing() throws {
    let before = ListSnapshot(numbers: [Array(0..<1_000)])
    let after = ListSnapshot(numbers: [Array(0..<500) + [-1] + Array(500..<1_000)])
    let made = try ChangeSet(from: before, to: after).applying(to: before, elementsFrom: after)
    #expect(made.identities == after.identities)
    #expect(made.sections[0].items.leafCount == 3)
  }

  @Test("a new name, header or footer updates the section")
  func sectionUpdates() throws {
    let section = SectionSnapshot(id: 1, moduleName: "a", header: SampleItem(1), footer: nil)
    let before = ListSnapshot(sections: [section])
    let edits: [(inout SectionSnapshot) -> Void] = [
      { $0.moduleName = "b" }, { $0.header = SampleItem(1, "other") }, { $0.header = nil },
      { $0.footer = SampleItem(2) },
    ]
    for edit in edits {
      var after = before
      edit(&after.sections[0])
      let changes = ChangeSet(from: before, to: after)
      #expect(changes.sectionUpdates == [.init(from: 0, to: 0)])
      let made = try changes.applying(to: before, elementsFrom: after)
      #expect(ChangeSet(from: made, to: after).isEmpty)
    }
    #expect(ChangeSet(from: before, to: before).isEmpty)
  }

  @Test("an invalid change set describes its violation")
  func violations() {
    let (start, end) = (ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1))
    let broken: [(String, (inout ChangeSet) -> Void)] = [
      ("section 5 leaves a list of 2", { $0.sectionDeletions = [5] }),
      ("2 sections cannot become 2", { $0.sectionDeletions = [1] }),
      ("deleted sections are not in order", { $0.sectionDeletions = [1, 0] }),
      (
        "deletion 0: 1..<3 is outside the list",
        { $0.deletions = [.init(section: 0, range: 1..<3)] }
      ),
      (
        "section 0 of 2 items cannot become section 0 of 2",
        { $0.insertions = [.init(section: 0, range: 0..<1)] }
      ),
      (
        "deletion [0, 0] is not in order",
        { $0.deletions = [.init(section: 0, range: 1..<2), .init(section: 0, range: 0..<1)] }
      ),
      (
        "[0, 0] is moved and deleted",
        {
          $0.deletions = [.init(section: 0, range: 0..<1)]
          $0.moves = [.init(from: start, to: end)]
        }
      ),
      (
        "[0, 0] is updated at [0, 1], which is not its position",
        { $0.updates = [.init(from: start, to: end)] }
      ),
      ("reloaded items are not in order", { $0.reloads = [end, start] }),
      ("reload [0, 9] is outside the list", { $0.reloads = [.init(section: 0, item: 9)] }),
    ]
    for (violation, edit) in broken {
      var changes = ChangeSet(countsBefore: [2, 2], countsAfter: [2, 2])
      edit(&changes)
      #expect(changes.invariantViolation() == violation)
    }
  }

  @Test("the description has one line for each kind of change")
  func description() {
    let before = ListSnapshot([(0, [1, 2, 3, 4, 5, 6]), (1, [])])
    let after = ListSnapshot([(0, [6, 1, 9, 10, 5]), (2, [7])]) { $0 == 1 ? "other" : "\($0)" }
    #expect(
      ChangeSet(from: before, to: after).description == """
        deleted sections: 1
        inserted sections: 1
        deleted items: [0, 1]…[0, 3]
        inserted items: [0, 2]…[0, 3]
        moved items: [0, 5] → [0, 0]
        updated items: [0, 0] → [0, 1]
        """)
    #expect(ChangeSet.unchanged(before).description == "no changes")
    let many = ChangeSet(from: Array(0..<40), to: Array((0..<40).reversed()))
    #expect(many.description.hasSuffix(", and 27 more"))
  }
}
