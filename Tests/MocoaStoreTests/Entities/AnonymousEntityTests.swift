import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests anonymous rows: each row belongs to one list, but its children are shared.
@MainActor
@Suite("Anonymous rows")
struct AnonymousEntityTests {
  private let store = EntityStore()
  private let key = ListKey<Parent>("drafts")

  private func draft(_ child: Child1, _ others: Child1..., name: String = "draft") -> Parent {
    Parent(id: 0, name: name, child: child, others: others, isIdentified: false)
  }

  private func list(_ drafts: Parent...) throws -> (CollectionProvider<Parent>, UpdateRecorder) {
    try store.write { transaction throws(EntityError) in try transaction.set(key, to: drafts) }
    let provider = try CollectionProvider(store, key)
    return (provider, UpdateRecorder(provider))
  }

  @Test("follow their children individually")
  func following() throws {
    let (provider, heard) = try list(
      draft(Child1(1)), draft(Child1(2)), draft(Child1(1), Child1(2)))
    try store.upsert(Child1(1, "new"))
    #expect(provider.values.map(\.child.name) == ["new", "old", "new"])
    #expect(heard.updates.count == 1 && heard.updates[0].changes.updates.count == 2)
    try store.upsert(Child1(2, "newer"))
    #expect(provider.values.map(\.child.name) == ["new", "newer", "new"])
    #expect(provider[2]?.others.map(\.name) == ["newer"])
    try provider.update(draft(Child1(3), name: "other"), at: 0)
    try store.upsert(Child1(1, "newest"))
    #expect(provider.values.map(\.child.name) == ["old", "newer", "newest"])
  }

  @Test("start with the known values of their children")
  func beginning() throws {
    try store.upsert(Child1(1, "known"))
    let provider = CollectionProvider<Parent>(store)
    try provider.append([draft(Child1(2)), draft(Child1(2, "twice"))])
    #expect(provider.values.map(\.child.name) == ["twice", "twice"], "the last one counts")
  }

  @Test("use the first of several occurrences of a child")
  func twice() throws {
    let (provider, _) = try list(draft(Child1(1, "first"), Child1(1, "second"), Child1(2)))
    #expect(provider[0]?.child.name == "first" && provider[0]?.others[0].name == "first")
    #expect(store[EntityReference<Child1>(1)]?.name == "first")
    let entity = EntityProvider<Parent>(store)
    try entity.set(draft(Child1(3, "first"), Child1(3, "second")))
    #expect(store[EntityReference<Child1>(3)]?.name == "first")
    try store.upsert(draft(Child1(4, "first"), Child1(5), Child1(4, "second")))
    #expect(store[EntityReference<Child1>(4)]?.name == "first")
  }

  @Test("use the first of several occurrences of a descendant")
  func twiceBelow() throws {
    let parts = [
      Tree(id: 1, data: 1, rest: [Tree(id: 9, data: 1)]),
      Tree(id: 2, data: 1, rest: [Tree(id: 9, data: 2)]), Tree(id: 9, data: 3),
    ]
    try store.upsert(Tree(id: 0, data: 0, isIdentified: false, rest: parts))
    #expect(store[EntityReference<Tree>(9)]?.data == 1)
    #expect(store[EntityReference<Tree>(2)]?.rest.map(\.data) == [1])
  }

  @Test("are deleted with required children, and lose optional ones")
  func deleting() throws {
    let (provider, heard) = try list(
      draft(Child1(1)), draft(Child1(2), Child1(1)), draft(Child1(3)))
    store.delete(EntityReference<Child1>(1))
    #expect(provider.values.map(\.child.id) == [2, 3])
    #expect(provider[0]?.others == [])
    #expect(heard.updates.count == 1)
    store.delete(EntityReference<Child1>(3))
    #expect(provider.values.map(\.child.id) == [2])
  }

  @Test("keep their values if a write fails, and follow changes afterwards")
  func failing() throws {
    struct TestError: Error {}
    let (provider, _) = try list(draft(Child1(1)), draft(Child1(2)))
    #expect(throws: TestError.self) {
      try store.write { transaction in
        try transaction.edit(key) { rows in
          rows.remove(at: 0)
          rows.append(draft(Child1(4)))
        }
        transaction.delete(EntityReference<Child1>(2))
        throw TestError()
      }
    }
    #expect(provider.values.map(\.child.id) == [1, 2])
    try store.upsert(Child1(1, "new"))
    try store.upsert(Child1(2, "newer"))
    try store.upsert(Child1(4, "nobody's"))
    #expect(provider.values.map(\.child.name) == ["new", "newer"])
    try provider.remove(at: 0)
    store.delete(EntityReference<Child1>(2))
    #expect(provider.count == 0)
  }

  @Test("leave no links in their children after removal or release")
  func leaving() throws {
    weak var gone: EntityList?
    do {
      let provider = CollectionProvider<Parent>(store)
      try provider.append([draft(Child1(1)), draft(Child1(1))])
      gone = store.graph.node(Child1(1).entityKey)?.parents.all.first?.lists.all.first
      #expect(gone != nil)
      #expect(store.graph.node(Child1(1).entityKey)?.parents.all.count == 2)
      try provider.remove(at: 0)
      #expect(store.graph.node(Child1(1).entityKey)?.parents.all.count == 1)
    }
    #expect(gone == nil)
    #expect(store.graph.node(Child1(1).entityKey)?.parents.isEmpty == true)
    try store.upsert(Child1(1, "new"))
    store.compact()
    #expect(store[EntityReference<Child1>(1)] == nil)
  }

  @Test(
    "match plain arrays after random edits",
    arguments: 0..<30)
  func random(seed: UInt64) throws {
    struct TestError: Error {}
    var generator = SeededGenerator(seed: seed)
    let provider = try CollectionProvider(store, key)
    let heard = UpdateRecorder(provider)
    try provider.set([])
    var (names, rows): ([Int: String], [(child: Int, name: String)]) = ([:], [])
    for step in 0..<60 {
      let child = Int.random(in: 0..<5, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1:
        let place = Int.random(in: 0...rows.count, using: &generator)
        names[child] = "\(step)"
        try provider.insert([draft(Child1(child, "\(step)"), name: "row \(step)")], at: place)
        rows.insert((child, "row \(step)"), at: place)
      case 2:
        names[child] = "\(step)"
        try store.upsert(Child1(child, "\(step)"))
      case 3 where !rows.isEmpty:
        let place = Int.random(in: 0..<rows.count, using: &generator)
        try provider.remove(at: place)
        rows.remove(at: place)
      case 4:
        store.delete(EntityReference<Child1>(child))
        names[child] = nil
        rows.removeAll { $0.child == child }
      default:
        _ = try? store.write { transaction in
          try transaction.edit(key) { if !$0.isEmpty { $0.remove(at: 0) } }
          try transaction.edit(key) { $0.append(draft(Child1(child, "never"))) }
          throw TestError()
        }
      }
      #expect(provider.values.map(\.name) == rows.map(\.name))
      #expect(provider.values.map(\.child.name) == rows.map { names[$0.child] ?? "?" })
    }
    withExtendedLifetime(heard) {}
  }
}
