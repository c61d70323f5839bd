internal import MocoaModel

extension ListUpdate {
  /// The same update, with a list after that shares with the list before whatever did not change.
  ///
  /// What is new is copied into little memory of its own. So a version costs what it changed: it does
  /// not hold the whole output for that, nor a descriptor. Where many versions have left little of
  /// much, the list after is made anew.
  func sharing() -> ListUpdate {
    guard before.sections.count == 1, after.sections.count == 1 else { return self }
    var update = self
    guard let fresh = after.copying(changes.renewed),
      let shared = try? changes.applying(to: before, taking: fresh)
    else { return self }
    update.after = shared
    if shared.isWorn {
      update.after = after.copying(RangeSet(0..<after.itemCount)) ?? after
    }
    return update
  }
}

extension ChangeSet {
  /// Where the first section has after it what it did not have before.
  fileprivate var renewed: RangeSet<Int> {
    var places = RangeSet<Int>()
    for run in insertions { places.insert(contentsOf: run.range) }
    for step in updates { places.insert(contentsOf: step.to.item..<(step.to.item + 1)) }
    return places
  }
}

extension ListSnapshot {
  /// More bytes than these stay where they are.
  private static let copyLimit = 1 << 20

  /// The list with the records at some places in memory of their own; the list as it is where those
  /// are too large, and nil where they cannot be read.
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

  /// Whether it holds much more than it shows, or in many more pieces than it needs.
  fileprivate var isWorn: Bool {
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
  /// The records at some places, in chunks that hold their bytes.
  fileprivate func copies(of places: RangeSet<Int>) -> [RecordChunk] {
    var copies: [RecordChunk] = []
    var copier: RecordCopier?
    for range in places.ranges {
      forEachLeaf(in: range) { leaf in
        guard let chunk = leaf.chunk as? RecordChunk else { return }
        for index in leaf.range {
          if let full = copier, full.isFull || full.model.form != chunk.form {
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

/// Copies records, one behind the other.
private struct RecordCopier {
  /// The first chunk that records are of: the others are like it.
  let model: RecordChunk

  private var bytes: [UInt8] = []
  private var entries: [LineIndexer.Entry] = []

  init(model: RecordChunk) {
    self.model = model
  }

  var isFull: Bool { entries.count == RecordChunk.limit }

  /// Adds a record; one that is gone is left out.
  mutating func append(_ index: Int, of chunk: RecordChunk) {
    guard let text = chunk.text(ofEntry: index) else { return }
    var entry = chunk.entries[index]
    entry.offset = UInt64(bytes.count)
    entries.append(entry)
    bytes += text
  }

  /// What was added.
  var chunk: RecordChunk {
    let source = RecordChunk.Source(
      bytes: FileBytes(bytes, name: model.source.bytes.name), pointer: nil,
      kindField: model.source.kindField)
    return RecordChunk(
      source, model.form, EntryRun(entries), end: bytes.count, firstPosition: 0)
  }
}
