import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Editing a list")
@MainActor
struct BatchEditingTests {
  private func items(_ numbers: Int...) -> [SampleItem] { numbers.map { SampleItem($0) } }

  // F40, F72, F74, scenario 58.
  @Test("a deleted section takes its view models; later sections move up")
  func deleteSection() throws {
    let it = Batching([[0], [1], [2]])
    let cells = it.makeCells()
    let sections = (0..<3).map { it.list.section(at: $0) }
    try it.list.deleteSection(at: 0)
    #expect(it.updates.map(\.changes.sectionDeletions) == [[0]])
    #expect(sections.map(\.position).dropFirst() == [0, 1])
    #expect(sections[0].parent == nil)
    #expect(cells[1]?.path == path(0, 0))
    #expect(it.violation() == nil)
  }

  // F72, F74, B8.
  @Test("inserts and moves sections by their current indexes")
  func sections() throws {
    let it = Batching([[0], [1], [2]])
    let cells = it.makeCells()
    let sections = (0..<3).map { it.list.section(at: $0) }
    try it.list.performBatchUpdates {
      try it.list.moveSection(at: 0, to: 2)
      try it.list.insertSection(Section(id: 7, items: items(5)), at: 1)
      try it.list.moveSection(at: 3, to: 0)
      // The index of the section is read at that time.
      try sections[0].insertCell(SampleItem(9), at: 0)
      try sections[2].deleteCell(at: 0)
    }
    #expect(it.numbers == [[9, 0], [1], [5], []])
    #expect(it.list.section(at: 0) === sections[0])
    #expect(it.list.section(at: 3) === sections[2])
    #expect(it.list.existingCell(at: path(0, 1)) === cells[0])
    #expect(it.updates.count == 1)
    #expect(it.updates[0].changes.sectionInsertions == [2])
    #expect(it.violation() == nil)
  }

  // F72, F75, B19, scenarios 61, 65.
  @Test("a moved cell keeps its view model unless its module changes")
  func move() throws {
    let it = Batching([
      .init(0, items(0, 1, 2)), .init(1, items(3)),
      .init(2, name: "other", [SampleItem(4, kind: "any")]),
    ])
    let cells = it.makeCells()
    try it.list.moveCell(at: path(0, 0), to: path(0, 2))
    #expect(it.numbers[0] == [1, 2, 0])
    #expect(it.updates[0].changes.moves == [.init(from: path(0, 0), to: path(0, 2))])
    #expect(cells[0]?.path == path(0, 2))
    try it.list.section(at: 0).moveCell(at: 0, to: 1)
    #expect(it.numbers[0] == [2, 1, 0])
    try it.list.moveCell(at: path(0, 0), to: path(1, 1))
    #expect(it.list.existingCell(at: path(1, 1)) === cells[2])
    #expect(cells[2]?.parent === it.list.section(at: 1))
    #expect(it.updates.last?.changes.moves == [.init(from: path(0, 0), to: path(1, 1))])
    try it.list.moveCell(at: path(1, 0), to: path(2, 0))
    #expect(it.numbers == [[1, 0], [2], [3, 4]])
    #expect(it.list.cell(at: path(2, 0)) !== cells[3])
    #expect(it.violation() == nil)
  }

  // F72, F73, F45, scenarios 60, 85.
  @Test("a reload creates view models again: cell, section or list")
  func reload() throws {
    let it = Batching([
      .init(0, header: SampleItem(8), items(0, 1), footer: SampleItem(9)), .init(1, items(2)),
    ])
    var cells = it.makeCells()
    try it.list.reloadCell(at: path(0, 1))
    #expect(it.updates.map(\.changes.reloads) == [[path(0, 1)]])
    #expect(it.updates[0].changes.updates == [])
    #expect(it.list.existingCell(at: path(0, 0)) === cells[0])
    #expect(it.list.cell(at: path(0, 1)) !== cells[1])

    cells = it.makeCells()
    let (section, header) = (it.list.section(at: 0), it.list.header(ofSection: 0))
    try section.reload()
    #expect(it.updates.last?.changes.reloads == [path(0, 0), path(0, 1)])
    #expect(it.updates.last?.changes.sectionUpdates == [.init(from: 0, to: 0)])
    #expect(it.list.section(at: 0) === section)
    #expect(it.list.header(ofSection: 0) !== header)
    #expect(it.list.cell(at: path(0, 0)) !== cells[0])
    #expect(it.list.existingCell(at: path(1, 0)) === cells[2])

    it.list.performBatchUpdates {
      it.list.reload()
      it.list.setModel(SectionedList([Section(id: 1, items: items(2))]))
    }
    #expect(it.updates.last?.changes.sectionDeletions == [0, 1])
    #expect(it.updates.last?.changes.sectionInsertions == [0])
    #expect(it.updates.count == 3)
    #expect(it.list.children.isEmpty)
    #expect(it.mirror.problems == [])
  }

  // B8.
  @Test("a reload follows its item through edits, unless it is deleted")
  func reloadFollows() throws {
    let it = Batching([[0, 1, 2], [3]])
    let cells = it.makeCells()
    try it.list.performBatchUpdates {
      for item in 0..<3 { try it.list.reloadCell(at: path(0, item)) }
      try it.list.reconfigureCell(at: path(0, 0))
      try it.list.insertCell(SampleItem(7), at: path(0, 0))
      try it.list.reloadCell(at: path(0, 0))
      try it.list.moveCell(at: path(0, 1), to: path(1, 0))
      try it.list.deleteCell(at: path(0, 1))
      try it.list.insertSection(Section(id: 7, items: []), at: 0)
    }
    #expect(it.numbers == [[], [7, 2], [0, 3]])
    #expect(it.updates.map(\.changes.reloads) == [[path(1, 1), path(2, 0)]])
    #expect(it.updates[0].changes.updates == [])
    #expect(it.list.cell(at: path(2, 0)) !== cells[0])
    // The reload does not affect the next batch.
    try it.list.deleteCell(at: path(1, 0))
    #expect(it.updates.last?.changes.reloads == [])
  }

  @Test("a reconfiguration passes an equal model to the same view model")
  func reconfigure() throws {
    let it = Batching([.init(0, header: SampleItem(8), items(0, 1, 2))])
    let cells = it.makeCells()
    let header = it.list.header(ofSection: 0) as? SampleViewModel
    try it.list.reconfigureCell(at: path(0, 1))
    #expect(it.updates.last?.changes.updates == [.init(from: path(0, 1), to: path(0, 1))])
    #expect(cells[1]?.former == ["1"])
    #expect(it.list.existingCell(at: path(0, 1)) === cells[1])
    try it.list.performBatchUpdates {
      try it.list.reconfigureSection(at: 0)
      try it.list.deleteCell(at: path(0, 0))
    }
    #expect(it.updates.last?.changes.updates.map(\.to) == [path(0, 0), path(0, 1)])
    #expect(cells[1]?.former == ["1", "1"])
    #expect(header?.former == ["8"])
    #expect(it.violation() == nil)
    #expect(it.mirror.problems == [])
  }

  // F73, B4, scenario 76.
  @Test("headers and footers change together with items")
  func ends() throws {
    let it = Batching([.init(0, header: SampleItem(8, "a"), items(0, 1))])
    _ = it.makeCells()
    let header = it.list.header(ofSection: 0) as? SampleViewModel
    for edit in [
      { try it.list.deleteCell(at: path(0, 0)) }, { it.list.performBatchUpdates {} },
      { try it.list.insertCell(SampleItem(5), at: path(0, 0)) },
    ] as [() throws -> BatchUpdate] {
      try it.list.performBatchUpdates {
        try it.list.setHeader(SampleItem(8, "b\(it.updates.count)"), ofSection: 0)
        _ = try edit()
      }
    }
    #expect(header?.former == ["a", "b0", "b1"])
    #expect(it.updates.map(\.changes.sectionUpdates.count) == [1, 1, 1])
    let section = it.list.section(at: 0)
    try section.setHeader(nil)
    try section.setFooter(SampleItem(9))
    #expect(header?.parent == nil)
    #expect(it.list.footer(ofSection: 0) != nil)
    #expect(it.violation() == nil)
    #expect(it.mirror.problems == [])
  }

  @Test("replacing a model is an update only with the same identity")
  func replace() throws {
    let it = Batching([[0, 1]])
    let cells = it.makeCells()
    try it.list.replaceCell(at: path(0, 0), with: SampleItem(0, "x"))
    #expect(cells[0]?.former == ["0"])
    try it.list.section(at: 0).replaceCell(at: 1, with: SampleItem(5))
    #expect(it.numbers == [[0, 5]])
    #expect(cells[1]?.parent == nil)
    #expect(it.updates.map(\.changes.updates.count) == [1, 0])
    #expect(it.violation() == nil)
  }

  // F70, B19.
  @Test("an invalid path throws an error and changes nothing")
  func errors() throws {
    let it = Batching([[0, 1], [2]])
    let list = it.list
    func fails(
      _ error: ListEditError, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
      _ edit: () throws -> BatchUpdate
    ) {
      #expect(throws: error, sourceLocation: sourceLocation) { try edit() }
      #expect(error.description == text, sourceLocation: sourceLocation)
    }
    let section = Section(id: 9, items: [])
    for place in [-1, 3, .max, .min] {
      let text = "section \(place) is out of range (count 2)"
      let error = ListEditError.sectionOutOfRange(place, count: 2)
      fails(error, text) { try list.insertSection(section, at: place) }
      fails(error, text) { try list.deleteSection(at: place) }
      fails(error, text) { try list.moveSection(at: place, to: 0) }
      fails(error, text) { try list.moveSection(at: 0, to: place) }
      fails(error, text) { try list.reloadSection(at: place) }
      fails(error, text) { try list.reconfigureSection(at: place) }
      fails(error, text) { try list.setHeader(nil, ofSection: place) }
      fails(error, text) { try list.insertCell(SampleItem(1), at: path(place, 0)) }
      fails(error, text) { try list.moveCell(at: path(0, 0), to: path(place, 0)) }
      let wrong = path(0, place)
      let itemText = "item \(place) is out of range (section 0 has 2 items)"
      fails(.itemOutOfRange(wrong, count: 2), itemText) {
        try list.insertCell(SampleItem(1), at: wrong)
      }
      fails(.itemOutOfRange(wrong, count: 2), itemText) { try list.deleteCell(at: wrong) }
      fails(.itemOutOfRange(wrong, count: 2), itemText) { try list.reloadCell(at: wrong) }
      fails(.itemOutOfRange(wrong, count: 2), itemText) { try list.reconfigureCell(at: wrong) }
      fails(.itemOutOfRange(wrong, count: 2), itemText) {
        try list.moveCell(at: wrong, to: path(1, 0))
      }
      fails(.itemOutOfRange(wrong, count: 2), itemText) {
        try list.moveCell(at: path(1, 0), to: wrong)
      }
    }
    // After a deletion, the section has one item less.
    #expect(throws: ListEditError.itemOutOfRange(path(0, 2), count: 1)) {
      try list.moveCell(at: path(0, 0), to: path(0, 2))
    }
    #expect(throws: ListEditError.sectionOutOfRange(2, count: 2)) { try list.deleteSection(at: 2) }
    #expect(it.updates.isEmpty)
    #expect(list.targetSnapshot.numbers == [[0, 1], [2]])
  }

  // F78, B6.
  @Test("a section without list has no edits, but runs batches")
  func detached() throws {
    let it = Batching([[0], [1]])
    let section = it.list.section(at: 0)
    try it.list.performBatchUpdates {
      try it.list.deleteSection(at: 0)
      #expect(throws: ListEditError.sectionDeleted) { try section.deleteCell(at: 0) }
    }
    var runs = 0
    let update = section.performBatchUpdates {
      runs += 1
      #expect(throws: ListEditError.detached) { try section.deleteCell(at: 0) }
    }
    #expect(runs == 1)
    #expect(update.cameToNothing)
    #expect(it.numbers == [[1]])
  }

  /// Scenario 64.
  @Test("removing a view model manually removes no item")
  func removed() throws {
    let it = Batching([[0, 1]])
    let cells = it.makeCells()
    it.list.performBatchUpdates { cells[0]?.removeFromParent() }
    #expect(it.updates.isEmpty)
    #expect(it.list.cell(at: path(0, 0)) !== cells[0])
    it.list.section(at: 0).removeFromParent()
    #expect(it.numbers == [[0, 1]])
    try it.list.deleteCell(at: path(0, 0))
    #expect(it.violation() == nil)
  }
}
