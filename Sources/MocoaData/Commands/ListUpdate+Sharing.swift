internal import MocoaModel

extension ListUpdate {
  /// Returns an update whose new list shares the unchanged records with the old list.
  ///
  /// Changed records are copied into memory of minimal size. A version therefore retains only its
  /// changes, not the whole output or a descriptor. If the list uses only a small part of the
  /// memory that it retains, the method copies the complete list.
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
  /// The indexes in the new list of the inserted and updated items of the first section.
  fileprivate var renewed: RangeSet<Int> {
    var places = RangeSet<Int>()
    for run in insertions { places.insert(contentsOf: run.range) }
    for step in updates { places.insert(contentsOf: step.to.item..<(step.to.item + 1)) }
    return places
  }
}

extension ListSnapshot {
  /// The maximum number of bytes that one call copies.
  private static let copyLimit = 1 << 20

  /// Returns a list whose records at the given indexes are copied into new memory.
  ///
  /// - Returns: The list itself if the records exceed the copy limit, or `nil` if a record cannot
  ///   be read.
  fileprivate func copying(_ places: RangeSet<Int>) -> ListSnapshot? {
    let items = sections[0].items
    var size = 0
    for range in places.ranges {
      items.forEachLeaf(in: range) { leaf in
        size += (leaf.chunk as? RecordChunk)?.byteCount(of: leaf.range) ?? 0
      }
    }
    if size > Self.copyLimit { return self }
    var copied = ElementSequence()
    for chunk in items.copies(of: places) { copied.append(chunk) }
    guard copied.count == places.ranges.reduce(0, { $0 + $1.count }) else { return nil }
    var result = ElementSequence()
    var (place, taken) = (0, 0)
    for range in places.ranges {
      result = result + items.slice(place..<range.lowerBound)
      result = result + copied.slice(taken..<(taken + range.count))
      (place, taken) = (range.upperBound, taken + range.count)
    }
    var list = self
    list.sections[0].items = result + items.slice(place..<items.count)
    return list
  }

  /// A Boolean value that indicates whether the list retains far more bytes, or has far more
  /// chunks, than its records need.
  fileprivate var isFragmented: Bool {
    let items = sections[0].items
    var (held, shown, leaves) = (0, 0, 0)
    var chunks: Set<ObjectIdentifier> = []
    items.forEachLeaf(in: 0..<items.count) { leaf in
      leaves += 1
      guard let chunk = leaf.chunk as? RecordChunk else { return }
      shown += chunk.byteCount(of: leaf.range)
      if chunks.insert(ObjectIdentifier(chunk)).inserted {
        held += chunk.byteCount(of: 0..<chunk.count)
      }
    }
    return held > 4 * shown + Self.copyLimit || leaves > 256 + items.count / 4
  }
}

extension ElementSequence {
  /// Returns copies of the records at the given indexes, in chunks that hold their bytes.
  fileprivate func copies(of places: RangeSet<Int>) -> [RecordChunk] {
    var copies: [RecordChunk] = []
    var copier: RecordCopier?
    for range in places.ranges {
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
  /// A chunk whose common properties the copy has, which is that of the first record.
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
