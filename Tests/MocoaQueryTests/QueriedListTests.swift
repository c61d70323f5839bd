import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("Query results")
@MainActor
struct QueriedListTests {
  private func source(_ lines: [String]) throws -> RecordSource {
    try RecordSource(bytes: Array(lines.joined(separator: "\n").utf8), name: "lines")
  }

  private func line(_ id: Int, _ random: inout SeededGenerator) -> String {
    let words = ["blue", "kind", "so", "what", "trane", "miles"]
    return #"{"id": \#(id), "word": "\#(words[Int.random(in: 0..<6, using: &random)])", "#
      + #""year": \#(Int.random(in: 1950..<1970, using: &random))}"#
  }

  private func ids(_ list: ListSnapshot) -> [Int64] {
    list.sections.flatMap { section in
      (0..<section.items.count).compactMap { place -> Int64? in
        guard let record = section.items.element(at: place) as? Record,
          case .int(let id)? = record.field("id")
        else { return nil }
        return id
      }
    }
  }

  private func naive(_ base: ListSnapshot, _ filter: String) throws -> [Int64] {
    let matcher = FilterMatcher(try Filter(filter))
    return base.sections.flatMap { section in
      (0..<section.items.count).compactMap { place -> Int64? in
        guard let record = section.items.element(at: place) as? Record,
          matcher.matches(FieldsSubject(fields: record)), case .int(let id)? = record.field("id")
        else { return nil }
        return id
      }
    }
  }

  @Test("map paths to the base list after filtering, sorting and growing")
  func places() async throws {
    var random = SeededGenerator(seed: 8)
    let base = try source((0..<3000).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    for (filter, orders) in [
      ("", []), ("blue", []), ("blue | year>1960", [ListQuery.Order("year")]),
      ("", [ListQuery.Order("word", isDescending: true)]), ("nothing at all", []),
    ] {
      list.query = ListQuery(filter: try Filter(filter), orders: orders)
      await eventually("it is answered") { !list.isUpdatingResults }
      #expect(list.preservesBaseOrder == orders.isEmpty)
      var expected = ItemRanges()
      for item in 0..<list.snapshot.itemCount {
        let path = ItemPath(section: 0, item: item)
        let place = try #require(list.basePath(for: path))
        #expect(base.snapshot.id(at: place) == list.snapshot.id(at: path))
        expected.insert(place)
      }
      #expect(list.visibleBaseItems == expected)
      #expect(list.visibleBaseItems.count == list.snapshot.itemCount)
    }
    #expect(list.basePath(for: ItemPath(section: 0, item: 9_999)) == nil)
  }

  @Test("map paths correctly if sections without results are hidden")
  func placesInSections() async throws {
    func items(_ texts: [String]) -> ElementSequence {
      ElementSequence(items: texts.map { NamedItem(name: $0) })
    }
    let base = FixedSource(
      ListSnapshot(sections: [
        SectionSnapshot(id: 0, items: items(["a", "b"])),
        SectionSnapshot(id: 1, items: items(["x", "ay", "az"])),
      ]))
    let list = QueryResults(base)
    list.query.filter = try Filter("'y")
    #expect(list.snapshot.sections.count == 1)
    #expect(list.basePath(for: ItemPath(section: 0, item: 0)) == ItemPath(section: 1, item: 1))
    #expect(list.visibleBaseItems.runs == [.init(section: 1, range: 1..<2)])
  }

  @Test(
    "contain all matches, and each update starts from the previous results", arguments: [50, 5000])
  func filtered(count: Int) async throws {
    var random = SeededGenerator(seed: UInt64(count))
    let base = try source((0..<count).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    for text in [
      "blue", "bl", "b", "", "year>1960", "word:blue | year=1955", "!blue", "nothing", "",
    ] {
      list.query.filter = try Filter(text)
      await eventually("it is answered") { !list.isUpdatingResults }
      #expect(ids(list.snapshot) == (try naive(base.snapshot, text)), "\(text)")
    }
    #expect(list.snapshot.itemCount == count)
    withExtendedLifetime(heard) {}
  }

  @Test("a new query replaces a running one")
  func hurried() async throws {
    var random = SeededGenerator(seed: 3)
    let base = try source((0..<20_000).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    for text in ["b", "bl", "blu", "blue", "blue year>1955", "blue", "trane", ""] {
      list.query.filter = try Filter(text)
      await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
    }
    list.query.filter = try Filter("miles year<1955")
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(ids(list.snapshot) == (try naive(base.snapshot, "miles year<1955")))
    withExtendedLifetime(heard) {}
  }

  @Test("settledCount counts the final results while more items load")
  func settled() throws {
    let base = EditableList()
    base.phase = .loading(fraction: nil)
    let list = QueryResults(base)
    list.query.filter = try Filter("number>=10")
    #expect(list.finalItemCount == 0)
    base.replace(0..<0, with: (0..<30).map(Numbered.init))
    #expect(list.finalItemCount == 20 && list.snapshot.itemCount == 20)
    base.replace(30..<30, with: (0..<15).map { Numbered(number: 100 + $0) })
    #expect(list.finalItemCount == 35)
    list.query.orders = [.init("number", isDescending: true)]
    #expect(list.snapshot.itemCount == 35 && list.finalItemCount == 0, "more may belong above")
    base.phase = .finished
    #expect(list.finalItemCount == 35)
    base.phase = .loading(fraction: nil)
    list.query = ListQuery()
    #expect(list.finalItemCount == 45)
    base.snapshot.sections.append(SectionSnapshot(id: 1))
    let parted = QueryResults(base)
    parted.query.filter = try Filter("number>=10")
    #expect(parted.snapshot.itemCount == 35 && parted.finalItemCount == 0, "it may come above")
  }

  @Test("settledCount counts the results evaluated from the first item on")
  func settledMeanwhile() async throws {
    var random = SeededGenerator(seed: 4)
    let base = try source((0..<20_000).map { line($0, &random) })
    await eventually("it is read") { !base.phase.isLoading }
    let all = try naive(base.snapshot, "blue")
    let list = QueryResults(base)
    list.query.filter = try Filter("blue")
    while list.isUpdatingResults {
      let count = list.finalItemCount
      #expect(Array(ids(list.snapshot).prefix(count)) == Array(all.prefix(count)))
      await withCheckedContinuation { done in MainActorScheduler.schedule { done.resume() } }
    }
    #expect(list.finalItemCount == all.count)
  }

  @Test("sort numbers before text and missing values last; sorting is stable")
  func sorted() async throws {
    let base = try source([
      #"{"id": 0, "a": "b", "n": 10}"#, #"{"id": 1, "a": "A", "n": 9.5}"#, #"{"id": 2, "n": -1}"#,
      #"{"id": 3, "a": "a longer text", "n": "x"}"#, #"{"id": 4, "a": "a longer tail", "n": null}"#,
      #"{"id": 5, "a": 3, "n": 9.5}"#, #"{"id": 6, "a": {"b": 1}, "n": 1e3}"#,
    ])
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    func order(_ orders: ListQuery.Order...) -> [Int64] {
      list.query.orders = orders
      return ids(list.snapshot)
    }
    #expect(order(.init("n")) == [2, 1, 5, 0, 6, 3, 4])
    #expect(order(.init("n", isDescending: true)) == [6, 0, 1, 5, 2, 3, 4])
    #expect(order(.init("a")) == [6, 5, 1, 4, 3, 0, 2])
    #expect(order(.init("n"), .init("a")) == [2, 5, 1, 0, 6, 3, 4])
    list.query.filter = try Filter("n:9")
    #expect(ids(list.snapshot) == [5, 1])
    list.query = ListQuery()
    #expect(ids(list.snapshot) == Array(0..<7))
    withExtendedLifetime(heard) {}
  }

  @Test("sort integers by all digits")
  func sortedExactly() async throws {
    let numbers = [
      "9007199254740993", "9007199254740992", "-9007199254740993", "9223372036854775807",
      "9223372036854775806", "1e19", "9007199254740992.0", "-9007199254740992", "-1e30", "3",
      "18446744073709551615", "18446744073709551614",
    ]
    let base = try source(numbers.enumerated().map { #"{"id": \#($0), "n": \#($1)}"# })
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    list.query.orders = [.init("n")]
    await eventually("it is sorted") { !list.isUpdatingResults }
    let ascending: [Int64] = [8, 2, 7, 9, 1, 6, 0, 4, 3, 5, 11, 10]
    #expect(ids(list.snapshot) == ascending)
    list.query.orders = [.init("n", isDescending: true)]
    await eventually("it is sorted") { !list.isUpdatingResults }
    #expect(ids(list.snapshot) == [10, 11, 5, 3, 4, 0, 1, 6, 9, 7, 2, 8])
  }

  @Test(
    "sort a long list in the background like a simple sort",
    arguments: TestLength.choose(short: [1], long: [1, 2, 3, 4, 5]))
  func sortedLong(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = 9000
    let base = try source((0..<count).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let rows = (0..<count).map { place -> (word: String, year: Int64, id: Int64) in
      let record = base.snapshot.sections[0].items.element(at: place) as? Record
      guard case .string(let word)? = record?.field("word"),
        case .int(let year)? = record?.field("year"),
        case .int(let id)? = record?.field("id")
      else { return ("", 0, -1) }
      return (word, year, id)
    }
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    for (orders, filter) in [
      ([ListQuery.Order("word"), .init("year", isDescending: true)], ""),
      ([.init("year"), .init("word", isDescending: true)], "year>1953 !trane"),
      ([.init("none")], ""), ([.init("word", isDescending: true)], ""),
    ] {
      list.query = ListQuery(filter: try Filter(filter), orders: orders)
      #expect(list.isUpdatingResults, "no key waits for this")
      await eventually("it is answered") { !list.isUpdatingResults }
      var wanted = rows
      if !filter.isEmpty { wanted.removeAll { $0.year <= 1953 || $0.word == "trane" } }
      wanted = wanted.enumerated().sorted { one, other in
        for order in orders {
          let sign = order.isDescending ? -1 : 1
          if order.field == "word", one.element.word != other.element.word {
            return (one.element.word < other.element.word) == (sign > 0)
          }
          if order.field == "year", one.element.year != other.element.year {
            return (one.element.year < other.element.year) == (sign > 0)
          }
        }
        return one.offset < other.offset
      }
      .map(\.element)
      #expect(ids(list.snapshot) == wanted.map(\.id))
    }
    list.query = ListQuery()
    #expect(list.isUpdatingResults, "nor for that")
    await eventually("it is answered") { !list.isUpdatingResults }
    #expect(ids(list.snapshot) == rows.map(\.id))
    withExtendedLifetime(heard) {}
  }

  @Test("keep the items near the focus in any new order", arguments: [0, 4000, 11_999])
  func rearranged(focus: Int) async throws {
    var random = SeededGenerator(seed: 21)
    let count = 12_000
    let base = try source((0..<count).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    list.priorityIndex = { focus }
    let heard = UpdateRecorder(list)
    var updates: [ListUpdate] = []
    let token = list.observe { updates.append($0) }
    for query in [
      ListQuery(orders: [.init("word")]),
      .init(filter: try Filter("!blue"), orders: [.init("year")]),
      .init(filter: try Filter("!blue")), .init(orders: [.init("id", isDescending: true)]), .init(),
    ] {
      let before = ids(list.snapshot)
      updates = []
      list.query = query
      await eventually("it is answered") { !list.isUpdatingResults }
      let after = ids(list.snapshot)
      let update = try #require(updates.last { !$0.changes.isEmpty })
      guard updates.count(where: { !$0.changes.isEmpty }) == 1 else { continue }
      let positions = update.changes.makePathMap()
      for place in max(0, min(focus, before.count) - 40)..<min(before.count, focus + 40) {
        let new = positions.newPath(of: ItemPath(section: 0, item: place))
        #expect(new?.item == after.firstIndex(of: before[place]), "\(query.orders) \(place)")
      }
      #expect(update.changes.moves.count <= 1000, "what is not looked at is not told one by one")
    }
    withExtendedLifetime((heard, token)) {}
  }

  @Test("cancel a sort for the next one")
  func cancelledSort() async throws {
    var random = SeededGenerator(seed: 8)
    let base = try source((0..<5000).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let items = base.snapshot.sections[0].items
    let cancellation = CancellationToken()
    cancellation.cancel()
    #expect(SortedItems(items, by: [.init("year")], cancellation) { _ in } == nil)
    var fractions: [Double] = []
    #expect(
      SortedItems(items, by: [.init("year")], CancellationToken()) { fractions.append($0) } != nil)
    #expect(fractions == fractions.sorted() && !fractions.isEmpty)
  }

  @Test("forward the changes of the base list unchanged without a query")
  func plain() throws {
    let base = EditableList()
    let list = QueryResults(base)
    var updates: [ListUpdate] = []
    let token = list.observe { updates.append($0) }
    base.replace(0..<0, with: (0..<3).map { Numbered(number: $0) })
    base.replace(1..<2, with: [Numbered(number: 7)])
    #expect(updates.map(\.changes) == base.changes)
    #expect(list.snapshot.itemCount == 3)
    withExtendedLifetime(token) {}
  }

  @Test("are searched in their filtered and sorted order")
  func searched() async throws {
    var random = SeededGenerator(seed: 12)
    let base = try source((0..<6000).map { line($0, &random) })
    await eventually("it is read") { base.phase == .finished }
    let list = QueryResults(base)
    for query in [
      ListQuery(filter: try Filter("!blue")), ListQuery(orders: [.init("word"), .init("year")]),
    ] {
      list.query = query
      await eventually("it is answered") { !list.isUpdatingResults }
      let matcher = FilterMatcher(try Filter("year=1960"))
      let items = list.snapshot.sections[0].items
      let wanted = (0..<items.count).filter {
        matcher.matches(ElementSubject(items.element(at: $0)))
      }
      var all: [Int]?
      ListSearch(
        try Filter("year=1960"), in: list.snapshot, isForward: true, CancellationToken()
      ).findAll { all = $0 }
      await eventually("all are found") { all != nil }
      #expect(all == wanted)
      for isForward in [true, false] {
        let search = ListSearch(
          try Filter("year=1960"), in: list.snapshot, isForward: isForward, CancellationToken())
        for start in [0, 17, 2999, items.count - 1] {
          let next = isForward ? wanted.first { $0 >= start } : wanted.last { $0 <= start }
          #expect(
            search.result(from: start)?.position == next ?? (isForward ? wanted.first : wanted.last)
          )
        }
      }
    }
  }

  @Test("follow a base list that grows, shrinks or is replaced")
  func following() async throws {
    struct Row: CellModel, FieldReadable, Equatable {
      let id: Int
      var text: String
      var itemID: ItemID { ItemID(id) }
      var fieldNames: [String] { ["id", "text"] }
      func field(_ name: String) -> FieldValue? {
        name == "id" ? .int(Int64(id)) : name == "text" ? .string(text) : nil
      }
    }
    var random = SeededGenerator(seed: 9)
    let base = EditableList()
    let list = QueryResults(base)
    let heard = UpdateRecorder(list)
    list.query.filter = try Filter("text:a")
    for step in 0..<200 {
      let count = base.snapshot.itemCount
      let rows = (0..<Int.random(in: 0..<4, using: &random)).map { offset in
        Row(id: step * 10 + offset, text: Bool.random(using: &random) ? "a" : "b")
      }
      let place = Bool.random(using: &random) ? count : Int.random(in: 0...count, using: &random)
      let end = Int.random(in: place...min(count, place + 2), using: &random)
      base.replace(place..<end, with: rows)
      if step % 7 == 0 {
        list.query.orders = step % 2 == 0 ? [] : [.init("id", isDescending: true)]
      }
      let items = base.snapshot.sections[0].items
      var wanted = (0..<items.count).compactMap { items.element(at: $0) as? Row }.filter {
        $0.text == "a"
      }
      if !list.query.orders.isEmpty { wanted.sort { $0.id > $1.id } }
      let shown = list.snapshot.sections[0].items
      #expect((0..<shown.count).compactMap { shown.element(at: $0) as? Row } == wanted)
    }
    withExtendedLifetime(heard) {}
  }
}

private struct NamedItem: CellModel, Equatable {
  let name: String
  var itemID: ItemID { ItemID(name) }
}

@MainActor
private final class FixedSource: ListSource {
  let snapshot: ListSnapshot
  init(_ snapshot: ListSnapshot) { self.snapshot = snapshot }
  var phase: ListPhase { .finished }
  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    ObservationToken {}
  }
}
