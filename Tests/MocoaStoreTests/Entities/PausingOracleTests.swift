import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// Compares providers that pause at random with others that never pause, over random transactions.
@Suite("Random pauses compared with no pauses")
@MainActor
struct PausingOracleTests {
  private let store = EntityStore()
  private let key = ListKey<Child1>("list")

  private func random(_ seed: Int) -> SeededGenerator { SeededGenerator(seed: UInt64(seed)) }

  /// Performs random changes of the entities, or of a list.
  private func change(
    _ key: ListKey<Child1>?, _ context: Int, _ random: inout SeededGenerator
  ) throws {
    try store.write(context: context) { transaction in
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let child = Child1(
          .random(in: 0..<8, using: &random), "\(Int.random(in: 0..<2, using: &random))")
        switch Int.random(in: 0..<6, using: &random) {
        case 0: transaction.delete(child)
        case 1, 2: try transaction.upsert(child)
        default:
          guard let key else { return try transaction.upsert(child) }
          try transaction.edit(key) { rows in
            let place = Int.random(in: 0...rows.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < rows.count: rows.remove(at: place)
            // A move of one of several equal rows would send an update without a visible change.
            case 1 where rows.count { $0.id == child.id } == 1 && place < rows.count:
              let place = rows.firstIndex { $0.id == child.id } ?? place
              rows.move(from: place, to: .random(in: 0..<rows.count, using: &random))
            case 2 where place < rows.count: rows[place] = child
            default: rows.insert(child, at: place)
            }
          }
        }
      }
    }
  }

  /// The expected result of a pause.
  private struct Pause<Value: Equatable> {
    let value: Value
    var context: Int?
  }

  /// Performs random steps, in which one provider pauses and another does not.
  ///
  /// - Parameter source: Returns the rows of their base list, if they have one.
  private func run<Value: Equatable>(
    _ key: ListKey<Child1>?, _ random: inout SeededGenerator, plain: () -> Value,
    sleeper: () -> Value, source: () -> [Child1] = { [] }, setPaused: (Bool) -> Void,
    told: () -> [Int?]
  ) throws {
    var pause: Pause<Value>?
    for step in 0..<40 {
      if Int.random(in: 0..<5, using: &random) == 0 {
        if let former = pause {
          setPaused(false)
          let contexts = told()
          // A pause without a net change sends no update; any other pause sends one.
          let expected: [Int?] = former.value == plain() ? [] : [former.context]
          try #require(contexts == expected, "step \(step)")
          pause = nil
        } else {
          setPaused(true)
          pause = Pause(value: plain())
        }
      }
      let (before, sourceBefore) = (plain(), source())
      try change(key, step, &random)
      let hasChanged = plain() != before
      if hasChanged || source() != sourceBefore { pause?.context = step }
      if let pause {
        try #require(sleeper() == pause.value && told() == [], "step \(step)")
      } else {
        try #require(sleeper() == plain(), "step \(step)")
        try #require(told() == (hasChanged ? [step] : []), "step \(step)")
      }
    }
    setPaused(false)
    #expect(sleeper() == plain())
  }

  @Test("an entity is up to date after each pause", arguments: 0..<40)
  func entity(seed: Int) throws {
    var random = random(seed)
    let (plain, sleeper) = (
      EntityProvider<Child1>(store, EntityReference(1)),
      EntityProvider<Child1>(store, EntityReference(1))
    )
    let heard = EntityUpdateRecorder(sleeper)
    try run(nil, &random) {
      plain.value
    } sleeper: {
      sleeper.value
    } setPaused: {
      sleeper.isPaused = $0
    } told: {
      heard.newContexts
    }
  }

  @Test("lists, shared or not, are up to date after each pause", arguments: 0..<40, [false, true])
  func list(seed: Int, isShared: Bool) throws {
    var random = random(seed)
    func list() throws -> CollectionProvider<Child1> {
      isShared ? try CollectionProvider(store, key) : CollectionProvider(store)
    }
    let (plain, sleeper) = (try list(), try list())
    for list in [plain, sleeper] { try list.set((0..<5).map { Child1($0 % 4) }) }
    let heard = UpdateRecorder(sleeper)
    try run(isShared ? key : nil, &random) {
      plain.values
    } sleeper: {
      sleeper.values
    } setPaused: {
      sleeper.isPaused = $0
    } told: {
      heard.newContexts
    }
  }

  @Test("a relation is up to date after each pause", arguments: 0..<40)
  func relation(seed: Int) throws {
    var random = random(seed)
    try store.write { try $0.set(key, to: (0..<5).map { Child1($0) }) }
    let pipelines = [
      RelationPipeline<Child1>(), RelationPipeline<Child1>().sort(by: \.name),
      RelationPipeline<Child1>().filter { $0.id > 2 },
      RelationPipeline<Child1>().filter { $0.name != "1" }.sort(.descending, by: \.id),
    ]
    let pipeline = pipelines[seed % pipelines.count]
    let (plain, sleeper) = (
      try RelationController(store, key, pipeline), try RelationController(store, key, pipeline)
    )
    let heard = UpdateRecorder(sleeper)
    try run(key, &random) {
      plain.items
    } sleeper: {
      sleeper.items
    } source: {
      store[key] ?? []
    } setPaused: {
      sleeper.isPaused = $0
    } told: {
      heard.newContexts
    }
  }

  /// The current rows of a list, and the rows that a paused provider shows and edits.
  private struct Model {
    var present: [Child1] = []
    var shown: [Child1] = []
    var isPaused = false

    /// Replaces a range of displayed rows by new values.
    mutating func edit(_ range: Range<Int>, _ values: [Child1]) {
      let leaving = Set(shown[range].map(\.id))
      let behind = shown[range.upperBound...].first { row in
        present.contains { $0.id == row.id }
      }
      let place =
        present.firstIndex { leaving.contains($0.id) }
        ?? present.firstIndex { $0.id == behind?.id } ?? present.count
      present.removeAll { leaving.contains($0.id) }
      present.insert(contentsOf: values, at: place)
      shown.replaceSubrange(range, with: values)
      for value in values { put(value) }
    }

    mutating func put(_ value: Child1) {
      present = present.map { $0.id == value.id ? value : $0 }
    }

    mutating func show() {
      if !isPaused { shown = present }
    }
  }

  @Test("edits of a paused list match the model", arguments: 0..<40)
  func editing(seed: Int) throws {
    var random = random(seed)
    let (list, other) = (try CollectionProvider(store, key), try CollectionProvider(store, key))
    let heard = UpdateRecorder(list)
    var model = Model()
    var nextID = 6
    func child() -> Child1 {
      nextID += 1
      return Child1(nextID, "new")
    }
    try list.set((0..<6).map { Child1($0) })
    (model.present, model.shown) = (list.values, list.values)
    for step in 0..<60 {
      let (rows, shown) = (model.present.count, model.shown.count)
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        list.isPaused.toggle()
        model.isPaused = list.isPaused
      case 1:
        let value = Child1(.random(in: 0...nextID, using: &random), "\(step)")
        try store.upsert(value)
        model.put(value)
      case 2:
        let id = Int.random(in: 0...nextID, using: &random)
        store.delete(EntityReference<Child1>(id))
        model.present.removeAll { $0.id == id }
      case 3 where rows > 0:
        let (from, to) = (
          Int.random(in: 0..<rows, using: &random), Int.random(in: 0..<rows, using: &random)
        )
        try other.edit { $0.move(from: from, to: to) }
        model.present.insert(model.present.remove(at: from), at: to)
      case 4, 5:
        let (value, place) = (child(), Int.random(in: 0...rows, using: &random))
        try other.insert([value], at: place)
        model.present.insert(value, at: place)
      case 6 where rows > 0:
        let place = Int.random(in: 0..<rows, using: &random)
        try other.remove(at: place)
        model.present.remove(at: place)
      case 7, 8:
        let (values, place) = ([child(), child()], Int.random(in: 0...shown, using: &random))
        try list.insert(values, at: place)
        model.edit(place..<place, values)
      case 9 where shown > 0:
        let place = Int.random(in: 0..<shown, using: &random)
        let value = Child1(model.shown[place].id, "mine \(step)")
        try list.update(value, at: place)
        model.edit(place..<(place + 1), [value])
      case 10 where shown > 0:
        let place = Int.random(in: 0..<shown, using: &random)
        try list.remove(at: place)
        model.edit(place..<(place + 1), [])
      default:
        let value = child()
        try list.append([value])
        model.edit(shown..<shown, [value])
      }
      model.show()
      try #require(other.values == model.present, "step \(step)")
      try #require(list.values == model.shown, "step \(step)")
    }
    list.isPaused = false
    #expect(list.values == other.values && heard.updates.count > 10)
  }
}
