extension IdentityIndex {
  /// The maximum number of identities in a chunk.
  ///
  /// A chunk has at least a quarter of this number, unless it is the only chunk.
  static let maxChunkSize = 512
  private static let minChunkSize = maxChunkSize / 4

  /// The maximum number of identities in a new chunk.
  ///
  /// It is below `maxChunkSize`, so that the chunk can grow.
  private static let newChunkLimit = maxChunkSize * 3 / 4

  /// Replaces the identities in a range of indexes.
  ///
  /// - Complexity: O(log n + replaced + new), amortized.
  package mutating func replaceSubrange(
    _ range: Range<Int>, with new: some Collection<ItemID>
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside 0..<\(count)")
    if range.count == count {
      self = IdentityIndex(new)
      return
    }
    let (first, start) = counts.location(of: min(range.lowerBound, count - 1))
    let offset = start + (range.lowerBound == count ? 1 : 0)
    let isWithin = offset + range.count <= chunk(at: first).ids.count
    let size = chunk(at: first).ids.count - range.count + new.count
    let smallest = order.count == 1 ? 0 : Self.minChunkSize
    if isWithin, size >= smallest, size <= Self.maxChunkSize {
      edit(first, offset..<(offset + range.count), with: Array(new))
    } else {
      let (last, index) =
        range.isEmpty ? (first, offset - 1) : counts.location(of: range.upperBound - 1)
      let kept = (chunk(at: first).ids[..<offset], chunk(at: last).ids[(index + 1)...])
      regroup(first..<(last + 1), into: kept.0 + Array(new) + kept.1)
    }
  }

  private func chunk(at ordinal: Int) -> Chunk { chunks[order[ordinal]] }

  /// Replaces the identities in a range of one chunk.
  ///
  /// The resulting number of identities must be within the limits.
  private mutating func edit(_ ordinal: Int, _ range: Range<Int>, with new: [ItemID]) {
    let number = order[ordinal]
    let (gone, come) = (Array(chunks[number].hashes[range]), new.map(hash))
    chunks[number].ids.replaceSubrange(range, with: new)
    chunks[number].hashes.replaceSubrange(range, with: come)
    counts.add(new.count - range.count, at: ordinal)
    // Equal hashes leave the table unchanged, because no hash occurs more or less often than
    // before.
    if gone == come { return }
    for hash in gone where !chunks[number].contains(hash) { chunkIDs.remove(number, of: hash) }
    for hash in come { chunkIDs.insert(number, of: hash) }
  }

  /// Replaces some chunks by new chunks of even size that contain `ids`.
  ///
  /// If `ids` are too few for a chunk, the identities of a neighboring chunk are included.
  ///
  /// - Complexity: O(identities + chunks). Many edits are needed before a new chunk is regrouped
  ///   again, so the amortized cost is small.
  mutating func regroup(_ ordinals: Range<Int>, into ids: [ItemID]) {
    if ids.count < Self.minChunkSize, ordinals.upperBound < order.count {
      let wider = ordinals.lowerBound..<(ordinals.upperBound + 1)
      return regroup(wider, into: ids + chunk(at: ordinals.upperBound).ids)
    }
    if ids.count < Self.minChunkSize, ordinals.lowerBound > 0 {
      let wider = (ordinals.lowerBound - 1)..<ordinals.upperBound
      return regroup(wider, into: chunk(at: ordinals.lowerBound - 1).ids + ids)
    }
    for number in order[ordinals] {
      for hash in chunks[number].hashes { chunkIDs.remove(number, of: hash) }
      chunks[number] = Chunk(ids: [], hashes: [], ordinal: 0)
      spareNumbers.append(number)
    }
    let pieces = (ids.count + Self.newChunkLimit - 1) / Self.newChunkLimit
    var numbers: [Int] = []
    numbers.reserveCapacity(pieces)
    for piece in 0..<pieces {
      let (start, end) = (ids.count * piece / pieces, ids.count * (piece + 1) / pieces)
      numbers.append(addChunk(Array(ids[start..<end])))
    }
    order.replaceSubrange(ordinals, with: numbers)
    for ordinal in ordinals.lowerBound..<order.count { chunks[order[ordinal]].ordinal = ordinal }
    counts = PrefixSums(order.map { chunks[$0].ids.count })
  }

  /// Creates a chunk, which does not have an index in `order` yet, and returns its number.
  private mutating func addChunk(_ ids: [ItemID]) -> Int {
    let chunk = Chunk(ids: ids, hashes: ids.map(hash), ordinal: 0)
    let number = spareNumbers.popLast() ?? chunks.count
    if number == chunks.count { chunks.append(chunk) } else { chunks[number] = chunk }
    for hash in chunk.hashes { chunkIDs.insert(number, of: hash) }
    return number
  }
}

extension IdentityIndex {
  /// Returns the first violated invariant in one line, or `nil` if the index is valid.
  ///
  /// Tests call it after edits.
  package func invariantViolation() -> String? {
    var known: [UInt32: Set<Int>] = [:]
    for (ordinal, number) in order.enumerated() {
      let chunk = chunks[number]
      let name = "chunk \(ordinal) of \(order.count)"
      if chunk.ordinal != ordinal { return "\(name) takes itself for \(chunk.ordinal)" }
      if chunk.hashes != chunk.ids.map(hash) { return "\(name) has hashes of others" }
      let smallest = order.count == 1 ? 1 : Self.minChunkSize
      if !(smallest...Self.maxChunkSize).contains(chunk.ids.count) {
        return "\(name) has \(chunk.ids.count) identities"
      }
      if counts.sum(before: ordinal + 1) - counts.sum(before: ordinal) != chunk.ids.count {
        return "\(name) is counted wrong"
      }
      for hash in chunk.hashes { known[hash, default: []].insert(number) }
    }
    for (hash, numbers) in known where chunkIDs[hash]?.numbers != numbers {
      return "the identities with the hash \(hash) are taken to be elsewhere"
    }
    for chunk in chunks {
      for (place, id) in chunk.ids.enumerated()
      where chunk.firstIndex(of: id, chunk.hashes[place], from: place + 1) != nil && !mayRepeat(id)
      {
        return "\(id) is taken not to repeat"
      }
    }
    if chunkIDs.count != known.count {
      return "\(chunkIDs.count) hashes are known, not \(known.count)"
    }
    return nil
  }
}
