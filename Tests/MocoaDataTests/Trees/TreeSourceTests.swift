import MocoaModel
import MocoaQuery
import MocoaTestSupport
import Testing

@testable import MocoaData

@MainActor
@Suite("A tree of records")
struct TreeSourceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Opens a file that a test wrote as a tree, and waits until loading ends.
  private func tree(_ text: String, follows: Bool = false) async throws -> (
    RecordSource, TreeSource
  ) {
    let source = try RecordSource(path: try folder.write("a.json", text), follows: follows)
    await eventually("the end of reading") { source.phase == .finished }
    let tree = TreeSource(source, at: "", hasIdentities: false) { $0.count }
    tree.showTree(true)
    return (source, tree)
  }

  /// The visible rows: the path of each node, with `+` after an expanded one.
  private func rows(_ tree: TreeSource) -> [String] {
    let items = tree.snapshot.sections[0].items
    return (0..<items.count).map { index in
      guard let node = items.element(at: index) as? TreeNode else { return "?" }
      return (node.steps?.pathText ?? "") + (node.isExpanded ? "+" : "")
    }
  }

  private func row(_ index: Int) -> ItemPath { ItemPath(section: 0, item: index) }

  private static let text =
    #"{"a": 1, "b": {"c": [1, {"d": null}], "e": {}}, "f": [[], [2]], "g": "x"}"#

  @Test("expands and collapses nodes in place")
  func nodes() async throws {
    let (_, tree) = try await tree(Self.text)
    let mirror = Mirror(tree)
    #expect(rows(tree) == ["$.a", "$.b", "$.f", "$.g"])
    #expect(!tree.expand(row(0)) && tree.expand(row(1)))
    #expect(rows(tree) == ["$.a", "$.b+", "$.b.c", "$.b.e", "$.f", "$.g"])
    #expect(tree.expand(row(2)) && !tree.expand(row(5)), "an empty object has no children")
    #expect(tree.parent(of: row(4)) == row(2) && tree.parent(of: row(0)) == nil)
    #expect(tree.collapse(row(1)) && !tree.collapse(row(1)))
    #expect(rows(tree) == ["$.a", "$.b", "$.f", "$.g"])
    #expect(mirror.count > 0)
    tree.showTree(false)
    #expect(tree.snapshot.itemCount == 4 && tree.snapshot.element(at: row(0)) is Record)
  }

  @Test("expands exactly the levels that are requested")
  func levels() async throws {
    let (_, tree) = try await tree(Self.text)
    let mirror = Mirror(tree)
    tree.expand(levels: 2)
    await eventually("two levels") { tree.statusText.isEmpty }
    #expect(
      rows(tree) == [
        "$.a", "$.b+", "$.b.c+", "$.b.c[0]", "$.b.c[1]", "$.b.e", "$.f+", "$.f[0]", "$.f[1]+",
        "$.f[1][0]", "$.g",
      ])
    tree.expand(levels: 1)
    await eventually("one level") { tree.statusText.isEmpty }
    #expect(rows(tree).count == 8)
    tree.expandAll(below: row(2), isConfirmed: false)
    await eventually("all levels") { tree.statusText.isEmpty }
    #expect(rows(tree).contains("$.b.c[1].d") && !rows(tree).contains("$.f[1][0]"))
    tree.expand(levels: 0)
    #expect(rows(tree) == ["$.a", "$.b", "$.f", "$.g"])
    tree.toggleLevel(of: row(0))
    await eventually("one level") { tree.statusText.isEmpty }
    #expect(rows(tree).count == 8)
    tree.toggleLevel(of: row(0))
    #expect(rows(tree).count == 4)
    #expect(mirror.count > 0)
  }

  @Test("opens whole levels that fit in the window")
  func firstLevels() async throws {
    let (_, tree) = try await tree(Self.text)
    tree.expandLevels(fitting: 8)
    #expect(rows(tree).count == 8)
    let (_, small) = try await self.tree(Self.text)
    small.expandLevels(fitting: 7)
    #expect(rows(small).count == 4)
  }

  @Test("has the rows of a naive tree after random commands", arguments: 0..<8)
  func random(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func value(_ depth: Int) -> FieldValue {
      switch depth > 3 ? 0 : Int.random(in: 0..<4, using: &random) {
      case 0: return .int(Int64.random(in: 0..<9, using: &random))
      case 1:
        return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth + 1) })
      default:
        return .object(
          (0..<Int.random(in: 0..<4, using: &random)).map {
            .init(name: ["", "a", "A", "b c", "名"][$0], value: value(depth + 1))
          })
      }
    }
    let root = FieldValue.object((0..<5).map { .init(name: "m\($0)", value: value(0)) })
    let (_, tree) = try await tree(String(decoding: CompactJSON.bytes(of: root), as: UTF8.self))
    let mirror = Mirror(tree)
    var open: Set<String> = []
    func expected(_ value: FieldValue, _ steps: [PathStep]) -> [String] {
      let children: [(PathStep, FieldValue)] =
        switch value {
        case .array(let values): values.enumerated().map { (.index($0), $1) }
        case .object(let fields): fields.map { (.name($0.name), $0.value) }
        default: []
        }
      return children.flatMap { step, child in
        let path = (steps + [step]).pathText
        guard open.contains(path) else { return [path] }
        return [path + "+"] + expected(child, steps + [step])
      }
    }
    for _ in 0..<60 {
      let index = Int.random(in: 0..<tree.snapshot.itemCount, using: &random)
      let path = String(rows(tree)[index].trimmingSuffix("+"))
      if tree.isExpanded(row(index)) {
        #expect(tree.collapse(row(index)))
        open = open.filter { !($0 == path || $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[")) }
      } else if tree.expand(row(index)) {
        open.insert(path)
      }
      #expect(rows(tree) == expected(root, []))
      if let top = tree.root {
        let found = (0..<top.rowCount).map { top.row(of: top.location(ofRow: $0).chain) }
        #expect(found == Array(0..<top.rowCount))
      }
    }
    #expect(mirror.count > 0)
  }

  @Test("expands levels of members with long names")
  func longNames() async throws {
    for length in [157, 158, 200, 20_000] {
      let name = String(repeating: "x", count: length)
      let (_, tree) = try await tree("{\"\(name)\": {\"a\": 1}, \"b\": 2}")
      tree.expand(levels: 1)
      await eventually("one level") { tree.statusText.isEmpty }
      #expect(tree.snapshot.itemCount == 3)
    }
  }

  @Test("does not expand nodes that are nested too deeply")
  func depthLimit() async throws {
    let (_, tree) = try await tree(
      String(repeating: "[", count: 1010) + String(repeating: "]", count: 1010))
    tree.expand(levels: 2)
    await eventually("two levels") { tree.statusText.isEmpty }
    #expect(tree.snapshot.itemCount == 3)
    let steps = (0..<1023).map { PathStep.index($0) }
    let header = TreeLevelHeader(
      depth: 0, steps: steps, seed: 0, usesRecordIdentity: false, ElementSequence()
    ) { $0.count }
    #expect(!header.allowsExpansion)
  }

  @Test("keeps expanded nodes when the file changes")
  func reload() async throws {
    let (source, tree) = try await tree(#"{"a": {"x": [1, 2]}, "b": {"y": 1}, "c": 0}"#)
    let mirror = Mirror(tree)
    #expect(tree.expand(row(0)) && tree.expand(row(1)))
    let marked = tree.snapshot.id(at: row(2))
    try folder.write("a.json", #"{"new": {}, "b": {"y": 1}, "a": {"x": [9, 2, 3]}}"#)
    _ = try source.reload()
    #expect(rows(tree) == ["$.new", "$.b", "$.a+", "$.a.x+", "$.a.x[0]", "$.a.x[1]", "$.a.x[2]"])
    #expect(tree.snapshot.id(at: row(4)) == marked, "the node has its identity")
    #expect((tree.snapshot.element(at: row(3)) as? TreeNode)?.count == 3)
    #expect(mirror.count > 0)
  }

  @Test("shows records that are appended")
  func append() async throws {
    let (source, tree) = try await tree(
      (0..<400).map { "{\"id\": \($0)}\n" }.joined(), follows: true)
    #expect(tree.expand(row(3)))
    let mirror = Mirror(tree)
    try folder.append("{\"id\": 400}\n", to: "a.json")
    await eventually("the record") { source.snapshot.itemCount == 401 }
    #expect(rows(tree).suffix(2) == ["$[399]", "$[400]"] && tree.snapshot.itemCount == 402)
    #expect(tree.isExpanded(row(3)))
    #expect(mirror.count > 0)
  }

  @Test("shows long arrays and deep nesting without reading all of them")
  func large() async throws {
    let numbers = (0..<300_000).map(String.init).joined(separator: ",")
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    let text =
      "{\"list\": [\(numbers)], \"deep\": \(deep), \"text\": \"\(String(repeating: "x", count: 1 << 20))\"}"
    let (_, tree) = try await tree(text)
    #expect(tree.expand(row(0)))
    await eventually("the elements") { tree.snapshot.itemCount == 300_003 }
    #expect(
      (tree.snapshot.element(at: row(300_000)) as? TreeNode)?.valueText == Array("299999".utf8))
    #expect((tree.snapshot.element(at: row(0)) as? TreeNode)?.count == 300_000)
    tree.expandAll(below: row(300_001), isConfirmed: false)
    await eventually("all levels") { tree.snapshot.itemCount == 300_902 }
    tree.expand(levels: 0)
    #expect(tree.snapshot.itemCount == 3)
  }

  @Test("stops after ten thousand rows until more are confirmed")
  func limit() async throws {
    let text = "[" + (0..<6000).map { "[\($0), \($0)]" }.joined(separator: ",") + "]"
    let (_, tree) = try await tree(text)
    tree.expand(levels: 1)
    await eventually("the limit") { tree.isAtRowLimit }
    #expect(tree.snapshot.itemCount == 16_000)
    tree.expandAll(below: row(6000), isConfirmed: true)
    #expect(!tree.isAtRowLimit)
  }
}

extension String {
  /// Returns the text without a suffix.
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
  }
}
