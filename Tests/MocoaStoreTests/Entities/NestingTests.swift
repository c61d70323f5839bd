import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Tests edits inside transactions and callbacks.
///
/// No observer may receive values that could be rolled back, or an update that does not start from
/// the previous snapshot.
@MainActor
@Suite("Writes, pauses and new providers inside writes and callbacks")
struct NestingTests {
  private struct Stop: Error {}

  private let store = EntityStore()
  private let list = ListKey<Child1>("list")

  private func begin(with children: Child1...) throws {
    try store.write { transaction throws(EntityError) in try transaction.set(list, to: children) }
  }

  // MARK: - Within transactions

  @Test("a provider created inside a write shows its result afterwards")
  func making() throws {
    try begin(with: Child1(1), Child1(2))
    var made: (CollectionProvider<Child1>, RelationController<Child1>, EntityProvider<Child1>)?
    try store.write { transaction in
      try transaction.edit(list) { $0.append(Child1(3)) }
      try transaction.upsert(Child1(1, "new"))
      let provider = try CollectionProvider(store, list)
      made = (
        provider, RelationController(provider, RelationPipeline().sort(by: \.id)),
        EntityProvider(store, EntityReference(1))
      )
    }
    let (provider, relation, one) = try #require(made)
    let heard = UpdateRecorder(relation)
    #expect(provider.values.map(\.id) == [1, 2, 3] && relation.items.map(\.id) == [1, 2, 3])
    #expect(one.value?.name == "new")
    try store.write { transaction throws(EntityError) in
      try transaction.edit(list) { $0.remove(at: 2) }
    }
    try store.write { transaction throws(EntityError) in
      try transaction.edit(list) { $0.removeAll() }
    }
    #expect(relation.items.isEmpty && heard.updates.count == 2)
  }

  @Test("a provider created or resumed in a failed write shows none of it")
  func failing() throws {
    try begin(with: Child1(1))
    let (provider, one) = (
      try CollectionProvider(store, list), EntityProvider(store, EntityReference<Child1>(1))
    )
    (provider.isPaused, one.isPaused) = (true, true)
    var made: (CollectionProvider<Child1>, EntityProvider<Child1>, EntityProvider<Child1>)?
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.edit(list) { $0.append(Child1(2)) }
        try transaction.upsert(Child1(1, "never"))
        (provider.isPaused, one.isPaused) = (false, false)
        made = (
          try CollectionProvider(store, list), EntityProvider(store, EntityReference(1)),
          EntityProvider(store, EntityReference(2))
        )
        throw Stop()
      }
    }
    let (fresh, same, other) = try #require(made)
    #expect(provider.values.map(\.id) == [1] && fresh.values.map(\.id) == [1])
    #expect(one.value?.name == "old" && same.value?.name == "old" && other.value == nil)
  }

  @Test("a deletion inside an edit applies to the same list")
  func deletingWithinEdit() throws {
    try begin(with: Child1(1), Child1(2), Child1(3))
    let provider = try CollectionProvider(store, list)
    let heard = UpdateRecorder(provider)
    try provider.edit { rows in
      store.delete(EntityReference<Child1>(2))
      rows.remove(at: 1)
      rows.append(Child1(4))
    }
    #expect(provider.values.map(\.id) == [1, 3, 4])
    #expect(heard.updates.count == 1)
  }

  @Test("a transaction reads its own writes in lists")
  func reading() throws {
    let parents = ListKey<Parent>("parents")
    try begin(with: Child1(1), Child1(2))
    try store.write { transaction throws(EntityError) in
      try transaction.set(parents, to: [Parent(1, Child1(1)), Parent(2, Child1(2))])
    }
    let provider = try CollectionProvider(store, list)
    let heard = UpdateRecorder(provider)
    try store.write { transaction throws(EntityError) in
      try transaction.upsert(Child1(1, "written"))
      #expect(transaction[list]?.map(\.name) == ["written", "old"])
      try transaction.edit(list) { rows in
        #expect(rows.map(\.name) == ["written", "old"])
        rows[0].name += " and edited"
        rows[0].name += " twice"
        rows.swapAt(0, 1)
        rows.insert(Child1(3), at: 0)
        #expect(rows.map(\.name) == ["old", "old", "written and edited twice"])
      }
      try transaction.edit(parents) { rows in
        rows[0].name = "named"
        #expect(rows[0].child.name == "written and edited twice")
      }
      try transaction.upsert(Child1(2, "last"))
      #expect(transaction[parents]?.map(\.child.name) == ["written and edited twice", "last"])
    }
    #expect(provider.values.map(\.name) == ["old", "last", "written and edited twice"])
    #expect(store[parents]?.map(\.name) == ["named", "old"])
    #expect(store[parents]?.map(\.child.name) == ["written and edited twice", "last"])
    #expect(heard.updates.count == 1)
  }

  // MARK: - Within callbacks

  @Test("lists and entities show the state after the same commit")
  func sameCommit() throws {
    try begin(with: Child1(1))
    var draft = Parent(0, Child1(1))
    draft.isIdentified = false
    let (rows, one, holder) = (
      try CollectionProvider(store, list), EntityProvider(store, EntityReference<Child1>(1)),
      EntityProvider<Parent>(store)
    )
    try holder.set(draft)
    var writes = ["c", "d"]
    let writing = store.observe { [store] _ in
      while !writes.isEmpty { try? store.upsert(Child1(1, writes.removeFirst())) }
      store.delete(EntityReference<Child1>(1))
    }
    var seen: [String] = []
    let token = rows.observe { _ in
      let names = [rows[0]?.name, one.value?.name, holder.value?.child.name]
      seen.append(names.map { $0 ?? "-" }.joined())
    }
    try store.upsert(Child1(1, "b"))
    #expect(seen == ["bbb", "ccc", "ddd", "---"])
    withExtendedLifetime((writing, token)) {}
  }

  @Test("all observers are notified in order, even if the first one writes")
  func order() throws {
    try begin(with: Child1(1))
    let relation = try RelationController(store, list)
    var seen: [Int] = []
    let first = relation.observe { update in
      if update.after.itemCounts == [2] {
        relation.pipeline = RelationPipeline().filter { $0.id != 1 }
      }
    }
    let second = relation.observe { seen.append($0.after.itemCounts[0]) }
    try store.write { transaction throws(EntityError) in
      try transaction.edit(list) { $0.append(Child1(2)) }
    }
    #expect(seen == [2, 1] && relation.count == 1)

    let one = EntityProvider(store, EntityReference<Child1>(1))
    var names: [String?] = []
    let third = one.observe { if $0.after?.name == "b" { try? one.set(Child1(1, "c")) } }
    let fourth = one.observe { names.append($0.after?.name) }
    try store.upsert(Child1(1, "b"))
    #expect(names == ["b", "c"])

    let provider = try CollectionProvider(store, list)
    var counts: [Int] = []
    provider.isPaused = true
    let fifth = provider.observe {
      if $0.after.itemCounts == [3] { try? provider.append([Child1(8)]) }
    }
    let sixth = provider.observe { counts.append($0.after.itemCounts[0]) }
    try provider.append([Child1(7)])
    #expect(counts == [3, 4])
    withExtendedLifetime((first, second, third, fourth, fifth, sixth)) {}
  }

  @Test("a phase change before an update does not lose the update")
  func phase() throws {
    let other = ListKey<Child1>("other")
    try begin(with: Child1(1))
    try store.write { transaction throws(EntityError) in
      try transaction.set(other, to: [Child1(2)])
    }
    let first = try CollectionProvider(store, list)
    let relation = try RelationController(store, other)
    var counts: [Int] = []
    let told = relation.observe { if !$0.changes.isEmpty { counts.append($0.after.itemCounts[0]) } }
    let telling = first.observe { _ in relation.setPhase(.loading(fraction: nil)) }
    try store.write { transaction throws(EntityError) in
      try transaction.edit(list) { $0.append(Child1(3)) }
      try transaction.edit(other) { $0.append(Child1(4)) }
    }
    #expect(counts == [2])
    withExtendedLifetime((told, telling)) {}
  }

  @Test("an edit uses displayed indexes, even if the list has changed")
  func shownRow() throws {
    try begin(with: Child1(1), Child1(2), Child1(3))
    let (a, b) = (try CollectionProvider(store, list), try CollectionProvider(store, list))
    var (isFirst, isSecond) = (true, true)
    let first = a.observe { _ in
      guard isFirst else { return }
      isFirst = false
      try? a.insert([Child1(10)], at: 0)
    }
    let second = b.observe { _ in
      guard isSecond, let place = b.values.firstIndex(where: { $0.id == 3 }) else { return }
      isSecond = false
      try? b.remove(at: place)
    }
    try store.upsert(Child1(1, "new"))
    #expect(store[list]?.map(\.id) == [10, 1, 2])
    #expect(a.values == store[list] && b.values == store[list])
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "providers are up to date after random nested writes and callbacks",
    arguments: 0..<40)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try begin(with: Child1(0, "a"), Child1(1, "a"), Child1(2, "a"), Child1(3, "a"))
    let lists = [try CollectionProvider(store, list), try CollectionProvider(store, list)]
    let relation = RelationController(lists[0], RelationPipeline<Child1>().sort(by: \.name))
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func act() {
      let provider = lists[number(2)]
      switch number(8) {
      case 0: try? store.upsert(Child1(number(8), ["a", "b", "c"][number(3)]))
      case 1: store.delete(EntityReference<Child1>(number(8)))
      case 2: provider.isPaused.toggle()
      case 3: try? provider.append([Child1(number(8), "n")])
      case 4: if provider.count > 0 { try? provider.remove(at: number(provider.count)) }
      case 5:
        try? store.write { transaction in
          try transaction.upsert(Child1(1, "x"))
          try? store.write { inner in
            inner.delete(EntityReference<Child1>(number(8)))
            try inner.edit(list) { $0.insert(Child1(7, "i"), at: 0) }
            throw Stop()
          }
          if number(2) == 0 { throw Stop() }
          try transaction.edit(list) { $0.insert(Child1(6, "o"), at: 0) }
        }
      case 6: relation.isPaused.toggle()
      default:
        relation.pipeline =
          number(2) == 0
          ? RelationPipeline<Child1>().sort(by: \.name)
          : RelationPipeline<Child1>().filter { $0.id % 2 == 0 }
      }
    }
    var depth = 0
    func react() {
      guard depth < 2, number(3) == 0 else { return }
      depth += 1
      act()
      depth -= 1
    }
    let heard = [
      UpdateRecorder(lists[0]), UpdateRecorder(lists[1], completion: react),
      UpdateRecorder(relation),
    ]
    let token = store.observe { _ in react() }
    for _ in 0..<80 { act() }
    depth = 9
    for provider in lists { provider.isPaused = false }
    relation.isPaused = false
    for provider in lists { #expect(provider.values == store[list]) }
    relation.pipeline = RelationPipeline()
    #expect(relation.items == store[list])
    withExtendedLifetime((heard, token)) {}
  }

  // MARK: - Costs

  @Test("repeated rows and shared entities are processed once")
  func repeats() throws {
    try store.write { transaction throws(EntityError) in
      try transaction.set(list, to: Array(repeating: Child1(1), count: 2_000))
    }
    let relation = try RelationController(store, list, RelationPipeline().sort(by: \.name))
    try store.write { transaction throws(EntityError) in
      try transaction.edit(list) { $0.remove(at: 0) }
    }
    #expect(relation.count == 1_999)
    var tree = Tree(id: 0, data: 0)
    for id in 1...40 { tree = Tree(id: id, data: 0, rest: [tree, tree]) }
    try store.upsert(Tree(id: 41, data: 0, rest: [tree]))
    #expect(store.graph.node(Tree(id: 0, data: 0).entityKey)?.parents.all.count == 1)
  }
}
