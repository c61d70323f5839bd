import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// A node with two fields.
///
/// `OnlyData` and `OnlyOther` are types of it with one field each.
private struct Both: Entity {
  static let entityName = "Node"
  let id: Int
  var data: Int
  var other: Int
  var rest: [Both] = []

  static var children: [ChildField<Both>] { [.many(\.rest)] }

  func merging(_ node: any Entity) -> Both {
    switch node {
    case let node as Both: node
    case let node as OnlyData: Both(id: id, data: node.data, other: other, rest: rest)
    case let node as OnlyOther: Both(id: id, data: data, other: node.other, rest: rest)
    default: self
    }
  }
}

private struct OnlyData: Entity {
  static let entityName = "Node"
  let id: Int
  var data: Int

  func merging(_ node: any Entity) -> OnlyData {
    (node as? OnlyData) ?? (node as? Both).map { OnlyData(id: id, data: $0.data) } ?? self
  }
}

private struct OnlyOther: Entity {
  static let entityName = "Node"
  let id: Int
  var other: Int

  func merging(_ node: any Entity) -> OnlyOther {
    (node as? OnlyOther) ?? (node as? Both).map { OnlyOther(id: id, other: $0.other) } ?? self
  }
}

/// An entity that contains one node twice, as two types.
private struct Pair: Entity {
  let id: Int
  var data: OnlyData
  var other: OnlyOther

  static var children: [ChildField<Pair>] { [.required(\.data), .required(\.other)] }
}

/// Ports of the ConsistencyManager tests of projections, CM-28 to CM-30.
@Suite("Consistency: projections")
@MainActor
struct ConsistencyProjectionTests {
  private let store = EntityStore()

  @Test("CM-28: an update by a projection changes its fields and reports ancestors")
  func partial() throws {
    let provider = EntityProvider<Both>(store)
    try provider.set(Both(id: 0, data: 0, other: 0, rest: [Both(id: 1, data: 1, other: 1)]))
    let (heard, commits) = (EntityUpdateRecorder(provider), CommitRecorder(store))
    try store.upsert(OnlyOther(id: 1, other: 5))
    #expect(provider.value?.rest == [Both(id: 1, data: 1, other: 5)] && heard.news.count == 1)
    #expect(
      commits.news.map(\.changed) == [[EntityReference<Both>(0).key, EntityReference<Both>(1).key]])
    try store.upsert(OnlyOther(id: 1, other: 5))
    #expect(heard.news == [] && commits.news.isEmpty)
  }

  @Test("CM-29: two projections of one node each take their own field")
  func twice() throws {
    let provider = EntityProvider<Pair>(store)
    try provider.set(Pair(id: 7, data: OnlyData(id: 1, data: 1), other: OnlyOther(id: 1, other: 1)))
    let heard = EntityUpdateRecorder(provider)
    try store.upsert(Both(id: 1, data: 2, other: 3))
    #expect(provider.value?.data.data == 2 && provider.value?.other.other == 3)
    #expect(heard.news.count == 1)
    store.delete(EntityReference<Both>(1))
    #expect(provider.value == nil, "whoever of them is required")
  }

  @Test("CM-30: two projections in one update both take effect", arguments: [false, true])
  func together(isOneValue: Bool) throws {
    let provider = EntityProvider<Both>(store)
    try provider.set(Both(id: 1, data: 1, other: 1))
    let heard = EntityUpdateRecorder(provider)
    let (data, other) = (OnlyData(id: 1, data: 2), OnlyOther(id: 1, other: 3))
    if isOneValue {
      try store.upsert(Pair(id: 7, data: data, other: other))
    } else {
      try store.write { transaction in
        try transaction.upsert(data)
        try transaction.upsert(other)
      }
    }
    #expect(provider.value == Both(id: 1, data: 2, other: 3) && heard.news.count == 1)
    #expect(
      store[EntityReference<OnlyData>(1)] == data && store[EntityReference<OnlyOther>(1)] == other)
  }

  @Test(
    "CM-30: old children of a projection do not replace written values")
  func hidden() throws {
    struct Pack: Entity {
      let id: Int
      var part: OnlyData
      var whole: Both

      static var children: [ChildField<Pack>] { [.required(\.part), .required(\.whole)] }
    }
    try store.upsert(Both(id: 1, data: 0, other: 0, rest: [Both(id: 2, data: 0, other: 0)]))
    let pack = Pack(
      id: 1, part: OnlyData(id: 1, data: 5), whole: Both(id: 2, data: 9, other: 9))
    try store.upsert(pack)
    #expect(store[EntityReference<Pack>(1)] == pack)
    #expect(
      store[EntityReference<Both>(1)]
        == Both(id: 1, data: 5, other: 0, rest: [Both(id: 2, data: 9, other: 9)]))
  }

  @Test(
    "CM-30: the later of two values of one field counts everywhere")
  func sameField() throws {
    struct Mixed: Entity {
      let id: Int
      var part: OnlyData
      var whole: Both

      static var children: [ChildField<Mixed>] { [.required(\.part), .required(\.whole)] }
    }
    let mixed = Mixed(id: 1, part: OnlyData(id: 5, data: 1), whole: Both(id: 5, data: 2, other: 3))
    try store.upsert(mixed)
    #expect(
      store[EntityReference<Both>(5)]?.data == 2 && store[EntityReference<OnlyData>(5)]?.data == 2)
    #expect(
      store[EntityReference<Mixed>(1)]?.part.data == 2
        && store[EntityReference<Mixed>(1)]?.whole.data == 2)
    #expect(
      store[EntityReference<OnlyOther>(5)] == nil,
      "a projection that was never given is not made up")
  }
}
