import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("Grouped lists")
@MainActor
struct GroupedListTests {
  private struct Row: CellModel, FieldReadable, Equatable {
    let id: Int
    var kind: String?
    var year: Int
    var itemID: ItemID { ItemID(id) }
    var fieldNames: [String] { ["id", "kind", "year"] }
    func field(_ name: String) -> FieldValue? {
      switch name {
      case "id": .int(Int64(id))
      case "kind": kind.map { .string($0) }
      case "year": .int(Int64(year))
      default: nil
      }
    }

    init(_ id: Int, _ random: inout SeededGenerator) {
      self.id = id
      kind = ["jazz", "rock", "夜", "", nil].randomElement(using: &random) ?? nil
      year = Int.random(in: 1950..<1960, using: &random)
    }
  }

  /// The simplest implementation of the expected results.
  private struct Oracle {
    var rows: [Row]
    var folded: Set<String> = []

    func sections(_ query: ListQuery) -> [(title: String, ids: [Int])] {
      var rows = rows
      if query.filter != nil { rows.removeAll { $0.year <= 1953 } }
      if !query.orders.isEmpty { rows.sort { ($0.year, $0.id) < ($1.year, $1.id) } }
      guard let group = query.group else { return [("", rows.map(\.id))] }
      var titles: [String] = []
      var ids: [String: [Int]] = [:]
      for row in rows {
        let title =
          group == "kind"
          ? row.kind.map { $0.isEmpty ? "(empty)" : $0 } ?? "(no kind)" : "\(row.year)"
        if ids[title] == nil { titles.append(title) }
        ids[title, default: []].append(row.id)
      }
      return titles.map { ($0, ids[$0] ?? []) }
    }
  }

  private func shown(_ list: QueryResults) -> [String] {
    list.snapshot.sections.flatMap { section -> [String] in
      let header = (section.header as? ItemGroup).map { ["\($0.title): \($0.count)"] } ?? []
      return header
        + (0..<section.items.count).map { place in
          switch section.items.element(at: place) {
          case let row as Row: "\(row.id)"
          case let group as ItemGroup: "▸ \(group.title): \(group.count)"
          default: "?"
          }
        }
    }
  }

  private func wanted(_ oracle: Oracle, _ query: ListQuery) -> [String] {
    oracle.sections(query).flatMap { section -> [String] in
      if query.group == nil { return section.ids.map { "\($0)" } }
      let line = "\(section.title): \(section.ids.count)"
      return oracle.folded.contains(section.title)
        ? ["▸ \(line)"] : [line] + section.ids.map { "\($0)" }
    }
  }

  private func query(_ random: inout SeededGenerator) throws -> ListQuery {
    ListQuery(
      filter: Bool.random(using: &random) ? try Filter("year>1953") : nil,
      orders: Bool.random(using: &random) ? [.init("year"), .init("id")] : [],
      group: ["kind", "year", nil].randomElement(using: &random) ?? nil)
  }

  @Test("sort groups by their counts", arguments: [false, true])
  func counts(isFolded: Bool) throws {
    let words = ["b", "a", "c", "a", "c", "d", "a"]
    let rows = words.enumerated().map { EditedRow(id: $0, word: $1, number: $0) }
    let list = QueryResults(SectionsSource([.init(id: 0, rows: rows)]))
    func titles(_ orders: [ListQuery.Order]) -> [String] {
      list.query.orders = orders
      return list.snapshot.sections.compactMap { section in
        ((section.header ?? section.items.element(at: 0)) as? ItemGroup)?.title
      }
    }
    list.query.group = "word"
    if isFolded { list.toggleFoldingOfAllSections() }
    #expect(titles([.init("count", isDescending: true)]) == ["a", "c", "b", "d"])
    #expect(titles([.init("count")]) == ["b", "d", "c", "a"])
    let second = ListQuery.Order("number", isDescending: true)
    #expect(titles([.init("count"), second]) == ["d", "b", "c", "a"])
    #expect(titles([second, .init("count")]) == ["a", "d", "c", "b"])
    #expect(titles([.init("word", isDescending: true), .init("count")]) == ["d", "c", "b", "a"])
    #expect(titles([]) == ["b", "a", "c", "d"])
  }

  @Test("have JSON values, one group per number, and distinct labels")
  func values() async throws {
    let values = [
      "477.0", "null", "\"\"", "477", "\"477\"", "\"null\"", "\"(empty)\"", "true", "\"x\"",
      "4.77e2",
      "[1, 2]", "12345678901234567890", "12345678901234567891", "-0", "0.0",
    ]
    let lines = values.map { "{\"id\": 1, \"k\": \($0)}\n" } + ["{\"id\": 2}\n"]
    let base = try RecordSource(bytes: Array(lines.joined().utf8), name: "a.ndjson")
    let list = QueryResults(base)
    list.query.group = "k"
    list.toggleFoldingOfAllSections()
    let groups = list.snapshot.sections.compactMap { $0.items.element(at: 0) as? ItemGroup }
    #expect(
      groups.map { String(decoding: CompactJSON.bytes(of: $0.fields), as: UTF8.self) } == [
        #"{"k":477.0,"count":4}"#, #"{"k":null,"count":1}"#, #"{"k":"","count":1}"#,
        #"{"k":"null","count":1}"#, #"{"k":"(empty)","count":1}"#, #"{"k":true,"count":1}"#,
        #"{"k":"x","count":1}"#, #"{"k":[1,2],"count":1}"#,
        #"{"k":12345678901234567890,"count":1}"#, #"{"k":12345678901234567891,"count":1}"#,
        #"{"k":-0,"count":2}"#, #"{"count":1}"#,
      ])
    #expect(
      groups.map(\.title) == [
        "477.0", "(null)", "(empty)", "null", "\"(empty)\"", "true", "x", "[1,2]",
        "12345678901234567890", "12345678901234567891", "-0", "(no k)",
      ])
    #expect(Set(groups.map(\.itemID)).count == groups.count)
    // Each group has as many items as the filter finds.
    for (filter, count) in [("k=477", 4), ("k=0", 2), ("k=12345678901234567890", 1)] {
      let found = QueryResults(base)
      found.query.filter = try Filter(filter)
      #expect(found.itemCount == count, "\(filter)")
    }
    let summary = ListSummary(of: base)
    let field = summary.state.fields.first { $0.name == "k" }
    #expect(field?.distinctCount == groups.count - 3, "but null, the list, and none")
  }

  @Test("of delimited rows have numeric values for numbers")
  func cells() throws {
    let text = "k,n\n1.50,a\nx,b\n,c\n1.5,d\n"
    let list = QueryResults(try RecordSource(bytes: Array(text.utf8), name: "a.csv"))
    list.query.group = "k"
    list.toggleFoldingOfAllSections()
    let groups = list.snapshot.sections.compactMap { $0.items.element(at: 0) as? ItemGroup }
    #expect(
      groups.map { String(decoding: CompactJSON.bytes(of: $0.fields), as: UTF8.self) } == [
        #"{"k":1.50,"count":2}"#, #"{"k":"x","count":1}"#, #"{"k":"","count":1}"#,
      ])
  }

  /// The titles and the counts of the groups of records by the field `k`.
  private func groups(_ text: String, _ name: String) throws -> [String] {
    let base = try RecordSource(bytes: Array(text.utf8), name: name)
    let list = QueryResults(base)
    list.query.group = "k"
    let groups = list.snapshot.sections.compactMap { $0.header as? ItemGroup }
    #expect(Set(groups.map(\.itemID)).count == groups.count)
    #expect(Set(groups.map(\.title)).count == groups.count)
    let field = ListSummary(of: base).state.fields.first { $0.name == "k" }
    #expect(field?.distinctCount == groups.count)
    return groups.map { "\($0.title): \($0.count)" }
  }

  @Test("of cells are one for each number, but not for texts that filters take for numbers")
  func cellTexts() throws {
    let cells = ["007", "7", "7.0", "+7", "12e4567", "9e31415", "07", "1.10", "1.1", "5.", "5"]
    #expect(
      try groups("k,n\n" + cells.map { "\($0),x\n" }.joined(), "a.csv") == [
        "007: 1", "7: 2", "+7: 1", "12e4567: 1", "9e31415: 1", "07: 1", "1.10: 2", "5.: 1", "5: 1",
      ])
  }

  @Test("of JSON texts are one for each text, with unique labels")
  func texts() throws {
    let values = [
      #""1.1""#, #""1.10""#, "1.10", "1.1", #""007""#, "7", #""7""#, "0", "-0", #""(empty)""#,
      #""\"(empty)\"""#, #""""#, #""\"1.10\"""#, #""12e45""#, #""120e44""#,
    ]
    #expect(
      try groups(values.map { "{\"k\": \($0)}\n" }.joined(), "a.ndjson") == [
        "1.1: 3", "\"1.10\": 1", "007: 1", "7: 2", "0: 2", "\"(empty)\": 1", "\"\"(empty)\"\": 1",
        "(empty): 1", "\"\"1.10\"\": 1", "\"12e45\": 1", "\"120e44\": 1",
      ])
    let zeros = [FieldValue.int(0), .decimal("-0"), .decimal("-0.0"), .string("0")].map {
      ItemGroup(field: "k", value: .value($0), count: 1, isFolded: false).itemID
    }
    #expect(Set(zeros).count == 1)
  }

  @Test("stay the same groups if another item with the same number comes first")
  func identity() throws {
    let text = "{\"k\":1,\"n\":1}\n{\"k\":1.0,\"n\":2}\n{\"k\":2,\"n\":2}\n"
    let list = QueryResults(try RecordSource(bytes: Array(text.utf8), name: "a.ndjson"))
    list.query.group = "k"
    let before = list.snapshot.sections.map(\.id)
    list.query.filter = try Filter("n=2")
    #expect(list.snapshot.sections.map(\.id) == before)
    #expect((list.snapshot.sections[0].header as? ItemGroup)?.title == "1.0")
  }

  @Test("truncate a long value between characters")
  func longTitles() throws {
    for lead in ["", "a", "ab"] {
      let word = lead + String(repeating: "日", count: 100)
      let rows = [1, 2].map { EditedRow(id: $0, word: word + "\($0)", number: $0) }
      let list = QueryResults(SectionsSource([.init(id: 0, rows: rows)]))
      list.query.group = "word"
      let group = try #require(list.snapshot.sections[0].header as? ItemGroup)
      #expect(word.hasPrefix(group.title) && group.title.count > 80 && group.count == 2)
    }
  }

  /// Long lists are evaluated on background threads.
  ///
  /// Changes far from the focus are not reported one by one.
  @Test(
    "match a simple grouping after queries, folding and additions",
    arguments: [(1, 40), (2, 40), (3, 3000), (4, 25_000)])
  func random(seed: UInt64, count: Int) async throws {
    var random = SeededGenerator(seed: seed)
    var oracle = Oracle(rows: (0..<count).map { Row($0, &random) })
    let base = EditedList(oracle.rows)
    let list = QueryResults(base)
    list.priorityIndex = { count / 2 }
    let heard = UpdateRecorder(list)
    for step in 0..<(count > 1000 ? 16 : 120) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let group = list.query.group
        list.query = try query(&random)
        if group != list.query.group { oracle.folded = [] }
      case 1:
        let rows = (0..<3).map { Row(count + step * 3 + $0, &random) }
        oracle.rows += rows
        base.append(rows)
      default:
        await eventually("it is answered") { !list.isUpdatingResults }
        guard list.query.group != nil, !list.snapshot.sections.isEmpty else { continue }
        let section = Int.random(in: list.snapshot.sections.indices, using: &random)
        let title = oracle.sections(list.query)[section].title
        oracle.folded.formSymmetricDifference([title])
        let before = list.snapshot.sections[..<section].reduce(0) { $0 + $1.items.count }
        #expect(list.toggleFolding(ofSection: section) == before)
      }
      if step % 3 == 0 { await eventually("it is answered") { !list.isUpdatingResults } }
      guard !list.isUpdatingResults else { continue }
      #expect(shown(list) == wanted(oracle, list.query), "step \(step)")
      try expectPlaces(of: list, in: base)
    }
    withExtendedLifetime(heard) {}
  }

  private func expectPlaces(of list: QueryResults, in base: EditedList) throws {
    var items = 0
    for (section, models) in list.snapshot.sections.enumerated() {
      for item in Set([0, 1, models.items.count / 2, models.items.count - 1])
      where (0..<models.items.count).contains(item) {
        let path = ItemPath(section: section, item: item)
        let place = list.basePath(for: path)
        if list.snapshot.element(at: path) is ItemGroup {
          #expect(place == nil)
        } else {
          #expect(base.snapshot.id(at: try #require(place)) == list.snapshot.id(at: path))
        }
      }
      items += (models.header as? ItemGroup)?.count ?? models.items.count
    }
    #expect(list.visibleBaseItems.count == list.itemCount)
  }

  @Test(
    "keep the focused item when grouping starts and ends", arguments: [40, 25_000])
  func cursor(count: Int) async throws {
    var random = SeededGenerator(seed: 5)
    let base = EditedList((0..<count).map { Row($0, &random) })
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    var focus = ItemPath(section: 0, item: count / 2)
    list.priorityIndex = {
      list.snapshot.sections[..<focus.section].reduce(0) { $0 + $1.items.count } + focus.item
    }
    let token = list.observe { update in
      focus = update.changes.makePathMap().newPath(of: focus) ?? ItemPath(section: -1, item: 0)
    }
    let id = list.snapshot.id(at: focus)
    for group in ["kind", "year", nil, "kind", nil] {
      list.query.group = group
      await eventually("it is answered") { !list.isUpdatingResults }
      try #require(list.snapshot.contains(focus))
      #expect(list.snapshot.id(at: focus) == id)
    }
    withExtendedLifetime((heard, token)) {}
  }

  @Test("arrays and objects are distinct values, compared without whitespace")
  func containers() async throws {
    let lines = [
      "1", "[1]", "[1, 2]", "[1,2 ]", #"{"b" : 1}"#, #"{"b": 1}"#, "[]", #""1""#, "[1]", "null",
    ]
    let text = lines.map { "{\"a\": \($0)}" } + ["{}"]
    let base = try RecordSource(bytes: Array(text.joined(separator: "\n").utf8), name: "lines")
    await eventually("it is read") { !base.phase.isLoading }
    let list = QueryResults(base)
    list.query.group = "a"
    await eventually("it is in groups") { !list.isUpdatingResults }
    let groups = list.snapshot.sections.compactMap { $0.header as? ItemGroup }
    #expect(
      groups.map { "\($0.title): \($0.count)" } == [
        "1: 2", "[1]: 2", "[1,2]: 2", "{\"b\":1}: 2", "[]: 1", "(null): 1", "(no a): 1",
      ])
  }

  @Test("have at most 1,000 groups, and one group for other values")
  func many() async throws {
    var random = SeededGenerator(seed: 6)
    let base = EditedList((0..<3000).map { Row($0, &random) })
    let list = QueryResults(base)
    list.query.group = "id"
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(list.snapshot.sections.count == 1001)
    let last = list.snapshot.sections.last?.header as? ItemGroup
    #expect(last?.title == "(other values)" && last?.count == 2000)
    list.toggleFoldingOfAllSections()
    #expect(list.snapshot.itemCount == 1001 && list.itemCount == 3000)
    list.toggleFoldingOfAllSections()
    #expect(list.snapshot.itemCount == 3000)
  }

  @Test("fold new groups if all groups are folded")
  func comingGroups() async throws {
    var random = SeededGenerator(seed: 7)
    var row = Row(1, &random)
    row.kind = "jazz"
    let base = EditedList([row])
    let list = QueryResults(base)
    list.query.group = "kind"
    list.toggleFoldingOfAllSections()
    var other = Row(2, &random)
    other.kind = "rock"
    base.append([other])
    #expect(shown(list) == ["▸ jazz: 1", "▸ rock: 1"])
  }

  /// A list to which a test appends rows.
  private final class EditedList: ListSource {
    private(set) var snapshot: ListSnapshot
    let phase = ListPhase.finished
    private let observers = Observers<ListUpdate>()

    init(_ rows: [Row]) {
      snapshot = ListSnapshot(sections: [
        SectionSnapshot(id: 0, items: ElementSequence(items: rows))
      ])
    }

    func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
      observers.add(perform)
    }

    func append(_ rows: [Row]) {
      let before = snapshot
      snapshot.sections[0].items.append(rows)
      observers.notify(
        ListUpdate(
          before: before, after: snapshot,
          changes: .appending(rows.count, toSection: 0, of: before)))
    }
  }
}
