import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("A ranked list")
@MainActor
struct RankingTests {
  private struct Line: CellModel, FieldReadable, Equatable {
    let number: Int
    let fields: [FieldValue.Field]
    var itemID: ItemID { ItemID(number) }
    func isContentEqual(to other: any CellModel) -> Bool { other as? Line == self }
    var fieldNames: [String] { fields.map(\.name) }
    func field(_ name: String) -> FieldValue? { fields.first { $0.name == name }?.value }
  }

  private func list(_ rows: [[String]]) -> (EditableList, QueryResults) {
    let base = EditableList()
    base.replace(
      0..<0,
      with: rows.enumerated().map { number, values in
        Line(
          number: number,
          fields: zip(["name", "text"], values).map { .init(name: $0, value: .string($1)) })
      })
    return (base, QueryResults(base))
  }

  private func texts(_ list: QueryResults) -> [String] {
    list.snapshot.sections.flatMap { section in
      (0..<section.items.count).map { index in
        (section.items.element(at: index) as? Line)?.fields.first?.value.scalarString ?? ""
      }
    }
  }

  private func ranked(
    _ rows: [[String]], _ filter: String, keyField: String? = nil
  ) async throws -> [String] {
    let (_, list) = list(rows)
    list.query.ranking = .init(keyField: keyField)
    list.query.filter = try Filter(filter, matching: .scattered)
    await eventually("it is ranked") { !list.isUpdatingResults }
    return texts(list)
  }

  @Test("has whole words before scattered letters, in any order of the words")
  func words() async throws {
    let rows = [
      ["i did leap, with an alibi"], ["Wait for a time of rest in idle tests"], ["wait"],
      ["nothing"], ["idle wait"],
    ]
    #expect(try await ranked(rows, "idle wait").first == "idle wait")
    #expect(
      try await ranked(rows, "wait idle").prefix(2)
        == ["idle wait", "Wait for a time of rest in idle tests"])
  }

  @Test("orders equal scores by span, start, length and the order of the list")
  func ties() async throws {
    let rows = [["xx b a"], ["x ab"], ["x ab "], ["xy ab"], ["x ab"], ["ab"]]
    #expect(try await ranked(rows, "ab") == ["ab", "x ab", "x ab", "x ab ", "xy ab"])
  }

  @Test("counts matches in the key column twice")
  func keyColumn() async throws {
    let rows = [["none", "blue"], ["xblue", "none"]]
    #expect(try await ranked(rows, "blue") == ["none", "xblue"])
    #expect(try await ranked(rows, "blue", keyField: "name") == ["xblue", "none"])
  }

  @Test("is filtered by other conditions, which have no score")
  func conditions() async throws {
    let rows = [["a1"], ["b1"], ["1"], ["a 1"]]
    #expect(try await ranked(rows, "1 !b") == ["1", "a 1", "a1"])
    #expect(try await ranked(rows, "'a | ^b") == ["a1", "b1", "a 1"])
    #expect(try await ranked(rows, "name=1") == ["1"])
    #expect(try await ranked(rows, "!b") == ["a1", "1", "a 1"])
    #expect(try await ranked(rows, "") == ["a1", "b1", "1", "a 1"])
  }

  @Test("is the same after each letter as after all letters at once")
  func narrowing() async throws {
    var random = SeededGenerator(seed: 5)
    let parts = ["ab", "ba", "abba", "c", "caba", "x", "A b", "a/b"]
    let rows = (0..<5000).map { _ in
      [(0..<3).map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()]
    }
    let (_, list) = list(rows)
    list.query.ranking = .init()
    for text in ["a", "ab", "abc", "abc b", "abc ba", "abc b", "Ab", "Abc", "", "c"] {
      let filter = try Filter(text, matching: .scattered)
      list.query.filter = filter.isEmpty ? nil : filter
      await eventually("it is ranked") { !list.isUpdatingResults }
      #expect(try await texts(list) == ranked(rows, text))
      let paths = (0..<min(50, list.snapshot.itemCount)).map { ItemPath(section: 0, item: $0) }
      for path in paths {
        let base = try #require(list.basePath(for: path))
        #expect(list.base.snapshot.id(at: base) == list.snapshot.id(at: path))
        #expect(list.visiblePath(forBasePath: base) == path)
      }
    }
  }

  @Test("follows changes of its base list")
  func changes() async throws {
    let (base, list) = list([["xab"], ["b"]])
    list.query = ListQuery(filter: try Filter("ab", matching: .scattered))
    list.query.ranking = .init()
    base.replace(
      2..<2, with: [Line(number: 7, fields: [.init(name: "name", value: .string("ab"))])])
    await eventually("it is ranked") { !list.isUpdatingResults }
    #expect(texts(list) == ["ab", "xab"])
    list.query.ranking = nil
    await eventually("it is in the order of the list") { !list.isUpdatingResults }
    #expect(texts(list) == ["xab", "ab"])
  }

  @Test("is sorted by ranks, and its beginning is sorted in partial results")
  func order() throws {
    var random = SeededGenerator(seed: 3)
    for count in [0, 1, 500, 1025, 20_000] {
      for bits in [2, 20, 64] {
        let ranks = (0..<count).map { _ in
          UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64(64 - bits)
        }
        let expected = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { UInt32($0) }
        #expect(RankOrder.positions(ranks, isPartial: false, CancellationToken()) == expected)
        let partial = try #require(
          RankOrder.positions(ranks, isPartial: true, CancellationToken()))
        #expect(partial.prefix(512) == expected.prefix(512))
        #expect(Set(partial).count == count)
      }
    }
  }

  @Test("evaluates only former matches if the filter becomes narrower")
  func narrower() throws {
    func narrows(_ text: String, _ other: String) throws -> Bool {
      try Filter(text, matching: .scattered).narrows(Filter(other, matching: .scattered))
    }
    for (text, other, isNarrower) in [
      ("ab", "a", true), ("ab c", "ab", true), ("aB", "a", true), ("ab", "aB", false),
      ("a", "ab", false), ("a | b", "a", false), ("!ab", "!a", false), ("a !b", "a", true),
      ("'ab", "'a", false), ("a", "", true), ("n>10", "n>1", false),
    ] {
      #expect(try narrows(text, other) == isNarrower, "\(text) after \(other)")
    }
  }
}
