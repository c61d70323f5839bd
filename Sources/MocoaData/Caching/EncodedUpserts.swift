internal import MocoaModel

/// What the entities of a batch are kept as, in their order.
///
/// In a long batch they are encoded on a thread of their own, a little ahead of who writes them.
final class EncodedUpserts: Sendable {
  /// An entity, and what it is kept as or why it cannot be encoded.
  struct Encoded {
    let id: StoredID
    let upsert: EntityBatch.Upsert
    let body: Result<EntityEncoder.Encoded, any Error>
  }

  /// Entities that follow each other.
  private struct Block: Sendable {
    /// What they are kept as: one piece of memory, for as many would be freed one by one on another
    /// thread than they were made on.
    let bytes: [UInt8]

    /// Those that can be found again by their identity.
    let entities: [Item]
  }

  private struct Item {
    /// Which of all it is.
    let position: Int
    let id: StoredID
    let body: Result<EntityEncoder.Encoded, any Error>
  }

  private struct State {
    /// What is encoded and not taken yet, the first of it first.
    var blocks: [Block] = []

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

  /// Calls with each entity that can be found again by its identity, and with the bytes in which the
  /// places of what was encoded are, which are there as long as the call lasts.
  func forEach(_ body: (Encoded, UnsafeRawBufferPointer) throws -> Void) rethrows {
    let isAhead =
      upserts.count > 2 * Self.blockSize && BackgroundThread.run { self.encodeAll() }
    defer { if isAhead { state.update { $0.isEnded = true } } }
    for range in ranges {
      let block = isAhead ? taken() : encoded(range)
      try block.bytes.withUnsafeBytes { bytes in
        for item in block.entities {
          try body(Encoded(id: item.id, upsert: upserts[item.position], body: item.body), bytes)
        }
      }
    }
  }

  private var ranges: [Range<Int>] {
    stride(from: 0, to: upserts.count, by: Self.blockSize).map {
      $0..<min($0 + Self.blockSize, upserts.count)
    }
  }

  private func taken() -> Block {
    _ = state.wait { !$0.blocks.isEmpty }
    return state.update { $0.blocks.removeFirst() }
  }

  private func encodeAll() {
    for range in ranges {
      let block = encoded(range)
      let isEnded = state.wait { $0.isEnded || $0.blocks.count < Self.mostBlocks }.isEnded
      if isEnded { return }
      state.update { $0.blocks.append(block) }
    }
  }

  private func encoded(_ range: Range<Int>) -> Block {
    let encoder = EntityEncoder(upserts[range.lowerBound].shape)
    let entities = range.compactMap { position -> Item? in
      let upsert = upserts[position]
      guard upsert.value.isIdentified, let id = StoredID(upsert.value.itemID) else { return nil }
      let body = Result { try encoder.encode(upsert.value, upsert.shape) }
      return Item(position: position, id: id, body: body)
    }
    return Block(bytes: encoder.bytes, entities: entities)
  }
}
