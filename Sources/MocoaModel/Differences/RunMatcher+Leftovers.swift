extension RunMatcher {
  /// Returns the runs of the unmatched elements.
  ///
  /// Each new element is matched with the first equal old element that is still unmatched.
  @inlinable
  mutating func matchRemaining() throws(Failure) -> [MatchedRun] {
    let newLeft = new.count - runs.reduce(0) { $0 + $1.count }
    let oldLeft = old.count - (new.count - newLeft)
    if newLeft == 0 || oldLeft == 0 { return [] }
    var table = try makeUnmatchedTable(oldLeft)
    var found: [MatchedRun] = []
    found.reserveCapacity(min(oldLeft, newLeft))
    var batch = HashBatch()
    var position = 0
    for index in 0...runs.count {
      let end = index < runs.count ? runs[index].new : new.count
      while position < end {
        let count = min(end &- position, HashBatch.size &- batch.count)
        batch.append(position..<(position &+ count))
        position &+= count
        if batch.count == HashBatch.size { try take(&batch, from: &table, &found) }
      }
      if index < runs.count { position = end &+ runs[index].count }
    }
    try take(&batch, from: &table, &found)
    return found
  }

  /// Matches a batch of new elements with the unmatched old elements.
  @inlinable
  mutating func take(
    _ batch: inout HashBatch, from table: inout UnmatchedTable, _ found: inout [MatchedRun]
  ) throws(Failure) {
    batch.hash { new.hash(at: $0, seed: seed) }
    for index in 0..<batch.count {
      let position = batch.positions[index]
      let place = table.take(hash: batch.hashes[index]) {
        old.isSame(at: $0, &new, at: position)
      }
      if let place { found.append(MatchedRun(old: place, new: position, count: 1)) }
    }
    try pace.advance(by: batch.count)
    batch.removeAll()
  }

  @inlinable
  mutating func makeUnmatchedTable(_ left: Int) throws(Failure) -> UnmatchedTable {
    var table = UnmatchedTable(count: left)
    var batch = HashBatch()
    // In reverse order, because each added element precedes the others of its identity.
    for word in matched.words.indices.reversed() {
      var missing = ~matched.words[word]
      if batch.count > HashBatch.size - 64 { try add(&batch, to: &table) }
      while missing != 0 {
        let bit = 63 - missing.leadingZeroBitCount
        missing ^= 1 << UInt64(bit)
        batch.append(word << 6 | bit)
      }
    }
    try add(&batch, to: &table)
    return table
  }

  @inlinable
  mutating func add(_ batch: inout HashBatch, to table: inout UnmatchedTable) throws(Failure) {
    batch.hash { old.hash(at: $0, seed: seed) }
    let count = old.count
    for index in 0..<batch.count {
      let position = batch.positions[index]
      table.add(position, hash: batch.hashes[index], of: count) {
        old.isSame(at: $0, as: position)
      }
    }
    try pace.advance(by: batch.count)
    batch.removeAll()
  }
}

/// A batch of indexes with the hashes of their elements.
///
/// The processor waits for many scattered memory accesses at once, if no branch depends on them.
@usableFromInline
struct HashBatch: Sendable {
  @inlinable static var size: Int { 512 }

  @usableFromInline var count = 0
  @usableFromInline var positions = Array(repeating: 0, count: Self.size)
  @usableFromInline var hashes = Array(repeating: 0 as UInt64, count: Self.size)

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ position: Int) {
    positions[count] = position
    count &+= 1
  }

  @inlinable
  mutating func append(_ range: Range<Int>) {
    for position in range { append(position) }
  }

  @inlinable
  mutating func hash(_ body: (Int) -> UInt64) {
    for index in 0..<count { hashes[index] = body(positions[index]) }
  }

  @inlinable
  mutating func removeAll() { count = 0 }
}
