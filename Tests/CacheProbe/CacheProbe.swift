import CProbe
import Glibc
import MocoaModel
import MocoaStore

/// A program that saves one commit after another in a file, and prints the number of each.
///
/// The program starts with the commit number FIRST, and runs until it is killed, or until its
/// parent process ends.
///
///     CacheProbe PATH FIRST
@main
enum CacheProbe {
  /// An entity whose number is that of the last commit that changed it.
  struct Thing: Entity {
    let id: Int
    var number: Int
  }

  /// The list of all entities with positive ids, the latest first.
  static let things = ListKey<Thing>("things")

  /// The number of older entities that every commit changes.
  static let changing = 60

  /// Returns the changes of a commit: upserts, deletions and an edit of the list.
  static func batch(_ number: Int) -> EntityBatch {
    var batch = EntityBatch(revision: number)
    for id in [number] + (0..<changing).map({ -1 - $0 }) {
      batch.upserts.append(.init(Thing(id: id, number: number)))
    }
    if number % 3 == 0 { batch.deletions.append(EntityReference<Thing>(number - 1).key) }
    let ids = [ItemID(number)]
    batch.listEdits = [
      number == 1
        ? .init(things, to: ids) : .init(things, at: 0, after: nil, inserting: ids)
    ]
    return batch
  }

  /// Returns the entities in the list after a number of commits.
  static func list(after number: Int) -> [Thing] {
    (1...max(1, number)).reversed().filter { $0 % 3 != 2 || $0 == number }
      .map { Thing(id: $0, number: $0) }
  }

  private static func keep(_ number: Int, in cache: SQLiteEntityCache) {
    cache.apply(batch(number)) { error in
      guard error == nil else { exit(1) }
      print(number)
      fflush(nil)
      keep(number + 1, in: cache)
    }
  }

  static func main() {
    mocoa_end_with_parent()
    guard CommandLine.arguments.count == 3, let first = Int(CommandLine.arguments[2]) else {
      exit(2)
    }
    keep(first, in: SQLiteEntityCache(path: CommandLine.arguments[1]))
    while true { pause() }
  }
}
