internal import MocoaModel

extension ListUpdate {
  /// Returns an update whose new list shares the unchanged records with the old list.
  ///
  /// Changed records are copied into memory of minimal size. The new list therefore does not retain
  /// the complete output of the command, or its descriptor. If the list uses only a small part of
  /// the memory that it retains, the method copies the complete list.
  func sharing() -> ListUpdate {
    guard before.sections.count == 1, after.sections.count == 1 else { return self }
    var update = self
    guard let fresh = after.copying(changes.renewed),
      let shared = try? changes.applying(to: before, elementsFrom: fresh)
    else { return self }
    update.after = shared
    if shared.isFragmented {
      update.after = after.copying(RangeSet(0..<after.itemCount)) ?? after
    }
    return update
  }
}

extension ChangeSet {
  /// The indexes of the items of the first section that are inserted or updated, in the new list.
  fileprivate var renewed: RangeSet<Int> {
    var positions = RangeSet<Int>()
    for run in insertions { positions.insert(contentsOf: run.range) }
    for step in updates { positions.insert(contentsOf: step.to.item..<(step.to.item + 1)) }
    return positions
  }
}

extension ListSnapshot {
  /// The maximum number of bytes that one call copies.
  private static let copyLimit = 1 << 20

  /// Returns a list whose records at the given indexes are copied into new memory.
  ///
  /// - Returns: The list itself if the records exceed the copy limit, or `nil` if a record cannot
  ///   be read.
  fileprivate func copying(_ positions: RangeSet<Int>) -> ListSnapshot? {
    let items = sections[0].items
    var size = 0
    for range in positions.ranges {
      items.forEachLeaf(in: range) { leaf in
        size += (leaf.chunk as? RecordChunk)?.byteCount(of: leaf.range) ?? 0
      }
    }
    if size > Self.copyLimit { return self }
    var copied = ElementSequence()
    for chunk in items.copies(of: positions) { copied.append(chunk) }
    guard copied.count == positions.ranges.reduce(0, { $0 + $1.count }) else { return nil }
    var result = ElementSequence()
    var (position, copiedCount) = (0, 0)
    for range in positions.ranges {
      result = result + items.slice(position..<range.lowerBound)
      result = result + copied.slice(copiedCount..<(copiedCount + range.count))
      (position, copiedCount) = (range.upperBound, copiedCount + range.count)
    }
    var list = self
    list.sections[0].items = result + items.slice(position..<items.count)
    return list
  }

  /// A Boolean value that indicates whether the list retains far more bytes, or has far more
  /// chunks, than its records need.
  fileprivate var isFragmented: Bool {
    let items = sections[0].items
    var (retained, shown, leaves) = (0, 0, 0)
    var chunks: Set<ObjectIdentifier> = []
    items.forEachLeaf(in: 0..<items.count) { leaf in
      leaves += 1
      guard let chunk = leaf.chunk as? RecordChunk else { return }
      shown += chunk.byteCount(of: leaf.range)
      if chunks.insert(ObjectIdentifier(chunk)).inserted {
        retained += chunk.byteCount(of: 0..<chunk.count)
      }
    }
    return retained > 4 * shown + Self.copyLimit || leaves > 256 + items.count / 4
  }
}

extension ElementSequence {
  /// Returns copies of the records at the given indexes, in chunks that hold their bytes.
  fileprivate func copies(of positions: RangeSet<Int>) -> [RecordChunk] {
    var copies: [RecordChunk] = []
    var copier: RecordCopier?
    for range in positions.ranges {
      forEachLeaf(in: range) { leaf in
        guard let chunk = leaf.chunk as? RecordChunk else { return }
        for index in leaf.range {
          if let full = copier, full.isFull || full.model.layout != chunk.layout {
            copies.append(full.chunk)
            copier = nil
          }
          copier = copier ?? RecordCopier(model: chunk)
          copier?.append(index, of: chunk)
        }
      }
    }
    return copies + (copier.map { [$0.chunk] } ?? [])
  }
}

/// Copies records into one new chunk.
private struct RecordCopier {
  /// The chunk of the first copied record.
  ///
  /// The new chunk has the same name, layout and kind field.
  let model: RecordChunk

  private var bytes: [UInt8] = []
  private var entries: [LineIndexer.Entry] = []

  init(model: RecordChunk) {
    self.model = model
  }

  var isFull: Bool { entries.count == RecordChunk.limit }

  /// Appends the record at an index of a chunk.
  ///
  /// A record that is not available any more is omitted.
  mutating func append(_ index: Int, of chunk: RecordChunk) {
    guard let text = chunk.text(ofEntry: index) else { return }
    var entry = chunk.entries[index]
    entry.offset = UInt64(bytes.count)
    entries.append(entry)
    bytes += text
  }

  /// A new chunk with the records that were appended.
  var chunk: RecordChunk {
    let source = RecordChunk.Source(
      bytes: FileBytes(bytes, name: model.source.bytes.name), pointer: nil,
      kindField: model.source.kindField)
    return RecordChunk(
      source, model.layout, EntryRun(entries), end: bytes.count, firstPosition: 0)
  }
}
