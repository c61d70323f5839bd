import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaStore

/// Tests deletions of many children of an entity in one transaction, all of them or some.
@Suite("Deleting many children of one entity")
@MainActor
struct DeletingManyTests {
  private struct Stop: Error {}

  /// An entity that counts the reads of its children.
  private struct Shelf: Entity {
    static let visits = Mutex(0)

    let id: Int
    var books: [Child1]
    var countedBooks: [Child1] {
      get {
        Self.visits.withLock { $0 += 1 }
        return books
      }
      set { books = newValue }
    }

    static var children: [ChildField<Shelf>] { [.many(\.countedBooks)] }
  }

  private let store = EntityStore()

  /// The identities of the other children of the parent in the store.
  private var others: [Int]? { store[EntityReference<Parent>(1)]?.others.map(\.id) }

  private func begin() throws {
    try store.upsert(Parent(1, Child1(0), others: (1...4).map { Child1($0) }))
  }

  @Test("creates few parent values, not one for each deletion")
  func visits() throws {
    let count = 500
    try store.upsert(Shelf(id: 1, books: (1...count).map { Child1($0) }))
    let heard = EntityUpdateRecorder(EntityProvider(store, EntityReference<Shelf>(1)))
    Shelf.visits.withLock { $0 = 0 }
    store.write { transaction in
      for id in 2...count { transaction.delete(EntityReference<Child1>(id)) }
    }
    #expect(heard.news == [Shelf(id: 1, books: [Child1(1)])])
    #expect(Shelf.visits.withLock { $0 } < 10)
    #expect(store.graph.node(EntityReference<Shelf>(1).key)?.state.children.count == 1)
  }

  @Test("shows each deletion at once; recreated entities are not children again")
  func reading() throws {
    try begin()
    try store.write { transaction in
      transaction.delete(EntityReference<Child1>(1))
      transaction.delete(EntityReference<Child1>(2))
      #expect(transaction[EntityReference<Parent>(1)]?.others.map(\.id) == [3, 4])
      transaction.delete(EntityReference<Child1>(3))
      try transaction.upsert(Child1(3, "again"))
      #expect(transaction[EntityReference<Parent>(1)]?.others.map(\.id) == [4])
      transaction.delete(EntityReference<Child1>(4))
      // The entity is created again as a child.
      try transaction.upsert(Parent(1, Child1(0), others: [Child1(4), Child1(2)]))
    }
    #expect(others == [4, 2] && store[EntityReference<Child1>(3)]?.name == "again")
    try store.upsert(Child1(2, "new"))
    #expect(store[EntityReference<Parent>(1)]?.others.map(\.name) == ["old", "new"])
    store.delete(EntityReference<Child1>(2))
    #expect(others == [4])
  }

  @Test("a failed inner write restores only its own deletions")
  func failing() throws {
    try begin()
    try store.write { transaction in
      transaction.delete(EntityReference<Child1>(1))
      #expect(throws: Stop.self) {
        try store.write { inner in
          inner.delete(EntityReference<Child1>(2))
          #expect(inner[EntityReference<Parent>(1)]?.others.map(\.id) == [3, 4])
          inner.delete(EntityReference<Child1>(0))
          #expect(inner[EntityReference<Parent>(1)] == nil)
          throw Stop()
        }
      }
      transaction.delete(EntityReference<Child1>(3))
      try transaction.upsert(Child1(2, "new"))
    }
    #expect(store[EntityReference<Parent>(1)]?.others.map(\.name) == ["new", "old"])
    #expect(others == [2, 4])
    store.delete(EntityReference<Child1>(0))
    #expect(
      others == nil && store.graph.node(EntityReference<Child1>(2).key)?.parents.isEmpty == true)
  }
}
