import Glibc
import MocoaModel

@testable import MocoaData
@testable import MocoaStore

/// An entity with values of many types.
struct FuzzEntity: Entity, Equatable {
  struct Part: Codable, Equatable, Sendable {
    var number: Int8?
    var texts: [String] = []
  }

  let id: String
  var flag = false
  var size: UInt64 = 0
  var ratio = 0.0
  var parts: [Part] = []
  var map: [String: Int] = [:]
}

extension FuzzTarget {
  /// A target for stored entities and identities, which must not change when stored again.
  static let entities = FuzzTarget(name: "entities") { bytes in
    if let text = text(of: bytes), let id = StoredID.tagged(text).itemID, let kept = StoredID(id) {
      try expect(kept.itemID == id, "\(text) is kept as \(kept)")
    }
    let shape = EntityDescriptor.descriptor(for: FuzzEntity(id: "x"))
    func decode(_ bytes: [UInt8]) throws -> FuzzEntity? {
      try bytes.withUnsafeBytes {
        try EntityDecoder.decode($0, shape) { _, _ in nil } as? FuzzEntity
      }
    }
    guard let entity = try? decode(bytes) else { return }
    let encoder = EntityEncoder(shape)
    _ = try encoder.encode(entity, shape)
    try expect(try decode(encoder.bytes) == entity, "\(entity) is kept as another")
  }

  /// A target for SQLite files, which must be read, or rejected with an error of one line.
  static let sqlite = FuzzTarget(name: "sqlite") { bytes in
    guard bytes.count <= 1 << 16 else { return }
    let file = try FuzzFile(bytes)
    let connection: DatabaseConnection
    do throws(SourceError) {
      connection = try DatabaseConnection(
        path: file.path, busyTimeout: .zero, CancellationToken(parent: nil))
      var lister = DatabaseLister(path: file.path, .tables, CancellationToken(parent: nil))
      let tables = try lister.list(connection) { _, _ in }
      for name in names(tables).prefix(4) {
        var rows = DatabaseLister(path: file.path, .rows(of: name), CancellationToken(parent: nil))
        guard let list = try? rows.list(connection, { _, _ in }) else { continue }
        _ = texts(list)
      }
    } catch {
      guard isLine("\(error)") else {
        throw FuzzFailure(description: "several lines: \(error)")
      }
    }
    try expect(try file.bytes() == bytes, "a file that was only read has changed")
  }

  private static func names(_ list: ListSnapshot) -> [String] {
    let items = list.sections[0].items
    return (0..<items.count).compactMap { (items.element(at: $0) as? TableEntry)?.name }
  }

  private static func texts(_ list: ListSnapshot) -> [String] {
    let items = list.sections[0].items
    return (0..<min(20, items.count)).map { position in
      let fields = (items.element(at: position) as? any FieldReadable)?.fields ?? []
      return fields.map { "\($0.name)=\($0.value.summary(limit: 100))" }.joined(separator: " ")
    }
  }
}

/// A file in memory that exists for one run.
private final class FuzzFile {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path = "/dev/shm/mocoa-fuzz-\(getpid())-\(UInt64.random(in: 0...(.max)))"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try expect(file >= 0, "no file in /dev/shm: \(errno)")
    defer { close(file) }
    try expect(write(file, bytes, bytes.count) == bytes.count, "no room in /dev/shm")
  }

  deinit {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
  }

  func bytes() throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
