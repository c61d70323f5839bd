internal import MocoaModel

/// The encoded entities of a batch, in order.
///
/// For a long batch, a separate thread encodes entities while the earlier ones are written to the
/// file.
final class EncodedUpserts: Sendable {
  /// An entity with its encoded value or encoding error.
  struct Encoded {
    let id: StoredID
    let upsert: EntityBatch.Upsert
    let body: Result<EntityEncoder.Encoded, any Error>
  }

  /// A run of adjacent entities of the batch.
  private struct Block: Sendable {
    /// The encoded values of the run, in one allocation.
    ///
    /// Another thread frees them, which is slow for many separate allocations.
    let bytes: [UInt8]

    /// The entities of the run whose identity can be stored.
    let entities: [Item]
  }

  private struct Item {
    /// The index of the entity in the batch.
    let position: Int
    let id: StoredID
    let body: Result<EntityEncoder.Encoded, any Error>
  }

  private struct State {
    /// The encoded blocks that the consumer has not taken yet, in order.
    var blocks: [Block] = []

    /// A Boolean value that indicates whether the consumer takes no more blocks.
    var isEnded = false
  }

  /// The number of entities in one block.
  private static let blockSize = 512

  /// The maximum number of encoded blocks that wait for the consumer.
  private static let maxBlocks = 8

  private let upserts: [EntityBatch.Upsert]
  private let state = Monitor(State())

  init(_ upserts: [EntityBatch.Upsert]) {
    self.upserts = upserts
  }

  /// Calls a closure with each entity whose identity can be stored, and with the bytes that contain
  /// its encoded value.
  ///
  /// The bytes are valid during the call.
  func forEach(_ body: (Encoded, UnsafeRawBufferPointer) throws -> Void) rethrows {
    let isAhead =
      upserts.count > 2 * Self.blockSize && BackgroundThread.run { self.encodeAll() }
    defer { if isAhead { state.update { $0.isEnded = true } } }
    for range in ranges {
      let block = isAhead ? takeBlock() : encoded(range)
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

  private func takeBlock() -> Block {
    _ = state.wait { !$0.blocks.isEmpty }
    return state.update { $0.blocks.removeFirst() }
  }

  private func encodeAll() {
    for range in ranges {
      let block = encoded(range)
      let isEnded = state.wait { $0.isEnded || $0.blocks.count < Self.maxBlocks }.isEnded
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
