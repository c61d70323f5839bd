import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData

@Suite("PlaceholderSearch")
struct PlaceholderSearchTests {
  private func items(_ count: Int) async throws -> ItemSubset {
    let lines = (0..<count).map { $0 < count - 1 ? #"{"id": 1}"# : #"{"id": 1, "last": 1}"# }
    return try await FormatTemplateTests.records(lines.joined(separator: "\n"))
  }

  @Test("examines at most the limit of items for each call, and continues")
  func limited() async throws {
    let items = try await items(600)
    var search = PlaceholderSearch()
    for (isComplete, fields) in [(false, ["id"]), (false, ["id"]), (true, ["id", "last"])] {
      #expect(search.examine(items, for: ["id", "last"], limit: 256) == isComplete)
      #expect(search.fields == Set(fields))
    }
    var other = PlaceholderSearch()
    let calls = (0..<5).map { _ in other.examine(items, for: ["a", "b", ""], limit: 256) }
    #expect(calls == [false, false, false, false, true] && other.fields == [""])
  }

  @Test("examines all items without a limit")
  func unlimited() async throws {
    let items = try await items(600)
    #expect(ShellTemplate("{last} {id} {none} {}").fields(of: items) == ["last", "id", ""])
    #expect(ShellTemplate("{none}").fields(of: ItemSubset(parts: [])) == [])
  }

  @Test("examines at most 10,000 items")
  func most() async throws {
    let most = try await items(ShellTemplate.maxItems)
    #expect(ShellTemplate("{last}").fields(of: most) == ["last"])
    let more = try await items(ShellTemplate.maxItems + 1)
    #expect(ShellTemplate("{last}").fields(of: more) == [])
  }
}
