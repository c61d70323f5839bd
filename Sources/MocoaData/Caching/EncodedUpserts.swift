internal import MocoaModel

/// What the entities of a batch are kept as, in their order.
///
/// In a long batch they are encoded on a thread of their own, a little ahead of who writes them.
final class EncodedUpserts: Sendable {
  /// An entity, and what it is kept as or why it cannot be encoded.
  struct Encoded: Sendable {
    let key: EntityKey
    let id: StoredID
    let shape: EntityShape
    let body: Result<EntityEncoder.Encoded, any Error>
  }

  private struct State {
    /// What is encoded and not taken yet, the first of it first.
    var blocks: [[Encoded]] = []

    /// Whether nobody takes any more.
    var isEnded = false
  }

  /// So many entities are encoded before they are handed on.
  private static let blockSize = 512

  /// So many blocks may wait.
  private static let mostBlocks = 8

  private let upserts: [EntityBatch.Upsert]
  private let state = Monitor(State())

  init(_ upserts: [EntityBatch.Upsert]) {
    self.upserts = upserts
  }

  /// Calls with each entity that can be found again by its identity.
  func forEach(_ body: (Encoded) throws -> Void) rethrows {
    guard upserts.count > 2 * Self.blockSize, BackgroundThread.run({ self.encodeAll() }) else {
      for case let encoded? in upserts.lazy.map(Self.encode) { try body(encoded) }
      return
    }
    defer { state.update { $0.isEnded = true } }
    for _ in blocks {
      _ = state.wait { !$0.blocks.isEmpty }
      for encoded in state.update({ $0.blocks.removeFirst() }) { try body(encoded) }
    }
  }

  private var blocks: [Range<Int>] {
    stride(from: 0, to: upserts.count, by: Self.blockSize).map {
      $0..<min($0 + Self.blockSize, upserts.count)
    }
  }

  private func encodeAll() {
    for block in blocks {
      let encoded = upserts[block].compactMap(Self.encode)
      let isEnded = state.wait { $0.isEnded || $0.blocks.count < Self.mostBlocks }.isEnded
      if isEnded { return }
      state.update { $0.blocks.append(encoded) }
    }
  }

  private static func encode(_ upsert: EntityBatch.Upsert) -> Encoded? {
    let value = upsert.value
    guard value.isIdentified, let id = StoredID(value.itemID) else { return nil }
    return Encoded(
      key: upsert.shape.key(of: value), id: id, shape: upsert.shape,
      body: Result { try EntityEncoder.encode(value, upsert.shape) })
  }
}
