internal import MocoaModel

/// A list that is taken over from the cache, so many entities in each turn of the main loop.
@MainActor
final class ListLoad {
  /// At most so many entities are taken over in one turn of the main loop.
  static let sliceSize = 256

  /// The entities that are not taken over yet.
  var rest: ArraySlice<any Entity>
  let count: Int

  /// What a caller that loads a list expects of it.
  struct Wish {
    /// Returns false if the caller wants the rows no more.
    let isWanted: @MainActor () -> Bool

    /// Receives how much is there, 0 to 1.
    let progress: @MainActor (Double) -> Void
  }

  init(_ entities: [any Entity]) {
    (rest, count) = (entities[...], entities.count)
  }

  /// Removes the next entities from the rest.
  func next() -> ArraySlice<any Entity> {
    defer { rest = rest.dropFirst(Self.sliceSize) }
    return rest.prefix(Self.sliceSize)
  }
}

extension EntityStore {
  /// Takes over a list slice by slice, each in a turn of the main loop; the rows appear as they come.
  ///
  /// It ends early if the list is given other rows meanwhile, if the cache is forgotten, or if the rows
  /// are wanted no more; the list is partial then, and loaded again when it is next asked for.
  func adopt<E: Entity>(
    _ load: ListLoad, _ list: EntityList, _ asked: Asked, _ type: E.Type,
    then finish: @escaping @MainActor @Sendable () -> Void
  ) {
    list.load = load
    adoptNext(load, list, asked, type, isFirst: true, then: finish)
  }

  private func adoptNext<E: Entity>(
    _ load: ListLoad, _ list: EntityList, _ asked: Asked, _ type: E.Type, isFirst: Bool,
    then finish: @escaping @MainActor @Sendable () -> Void
  ) {
    // Nobody else has given it rows meanwhile.
    guard list.load === load else { return finish() }
    guard hasCache, list.wishes.contains(where: { $0.isWanted() }) else {
      list.load = nil
      list.isPartial = list.isKnown
      return finish()
    }
    let rows = load.next().compactMap { fresh($0, list.shape, asked) as? E }
    let isLast = load.rest.isEmpty
    if isLast { (list.load, list.isPartial) = (nil, false) }
    write(nil, origin: .cache) { _ in
      try? edit(list) { (present: inout EntityRows<E>) in
        if isFirst { present.set(rows) } else { present.append(contentsOf: rows) }
      }
    }
    sliceCount += 1
    mostInSlice = max(mostInSlice, rows.count)
    if isLast { return finish() }
    let fraction = 1 - Double(load.rest.count) / Double(max(1, load.count))
    for wish in list.wishes { wish.progress(fraction) }
    MainTurn.afterThis {
      self.adoptNext(load, list, asked, type, isFirst: false, then: finish)
    }
  }
}
