internal import CSimdjson

/// A fast pass over lines of JSON that tells where each record is, who it is, and what it holds.
///
/// The hashes depend on the seed and mean nothing outside of the run. A field counts for identity
/// by its value, however it is written; a record without the field or with null there, or whose
/// bytes are broken before the field ends, is told by its bytes. What is broken behind the field
/// does not matter: the record keeps its identity while it is being repaired.
struct LineIndexer {
  /// What makes two records the same one.
  enum Identity {
    /// The first field of that name; the whole value where there is none.
    case field(String)

    /// The place among the records.
    case position
  }

  /// What is known of one record: 24 bytes.
  struct Entry {
    /// Where the record's line begins.
    var offset: UInt64

    /// Stands for the record's identity.
    var idHash: UInt64

    /// Stands for the record's bytes, without white space around them.
    var contentHash: UInt64
  }

  private let seed: UInt64
  private let field: [UInt8]
  private let isByPosition: Bool
  private let isText: Bool

  /// A pass with one seed and one rule.
  ///
  /// - Parameter isText: whether these are lines of text, which have no fields, and in which blanks at
  ///   the beginning count.
  init(seed: UInt64, identity: Identity, isText: Bool = false) {
    (self.seed, self.isText) = (seed, isText)
    switch identity {
    case .field(let name): (field, isByPosition) = (Array(name.utf8), false)
    case .position: (field, isByPosition) = ([], true)
    }
  }

  /// Appends an entry for every line of `bytes` that is not blank.
  ///
  /// - Parameters:
  ///   - bytes: Whole lines; the last needs no line end.
  ///   - base: Added to every offset.
  ///   - firstPosition: The place of the first entry among the records.
  func index(
    _ bytes: UnsafeRawBufferPointer, base: UInt64, firstPosition: Int,
    into entries: inout [Entry]
  ) {
    let batch = 512
    withRule { rule in
      withUnsafeTemporaryAllocation(of: mocoa_line_entry.self, capacity: batch) { made in
        guard let target = made.baseAddress else { return }
        var rest = bytes
        var offset = base
        var position = firstPosition
        while !rest.isEmpty {
          let progress = mocoa_index_lines(
            rule, rest.bytePointer, rest.count, offset, UInt64(position), target, batch)
          entries.append(contentsOf: made[..<progress.count].lazy.map(Entry.init))
          position += progress.count
          offset += UInt64(progress.consumed)
          rest = UnsafeRawBufferPointer(rebasing: rest[progress.consumed...])
        }
      }
    }
  }

  /// The entry of one value that is not a line, with the hashes that a line would get.
  func entry(for value: UnsafeRawBufferPointer, offset: UInt64, position: Int) -> Entry {
    withRule { rule in
      Entry(mocoa_index_value(rule, value.bytePointer, value.count, offset, UInt64(position)))
    }
  }

  /// The entries of children of a list or an object, or of values behind each other.
  ///
  /// - Parameters:
  ///   - bytes: from the beginning of the first child, which is at `base`, to the end of the last.
  /// - Returns: also how many children are valid JSON before the first that is not.
  func entries(
    for children: [JSONSplit.Child], _ form: RecordForm, in bytes: UnsafeRawBufferPointer,
    at base: Int, firstPosition: Int
  ) -> (entries: [Entry], valid: Int) {
    guard let start = bytes.bytePointer else { return ([], 0) }
    let kind: mocoa_children =
      switch form {
      case .members: .members
      case .values: .values
      case .elements, .lines, .single, .text, .delimited: .elements
      }
    var valid = 0
    let places = children.map {
      mocoa_child(start: UInt64($0.start), value: UInt64($0.value), end: UInt64($0.end))
    }
    let made = withRule { rule in
      [mocoa_line_entry](unsafeUninitializedCapacity: children.count) { target, count in
        guard let entries = target.baseAddress else { return }
        valid = mocoa_index_children(
          rule, start, bytes.count, UInt64(base), UInt64(firstPosition), places, places.count,
          kind, JSON.deepest, entries)
        count = children.count
      }
    }
    return (made.map(Entry.init), valid)
  }

  /// How much of a long value its hashes are of.
  static let headSize = 1 << 16

  /// The entry of a value that is too long to be held: its hashes are of its beginning and length.
  ///
  /// - Parameter head: the first `headSize` bytes of the value, or more.
  func entry(
    forLong head: UnsafeRawBufferPointer, length: Int, offset: UInt64, position: Int
  ) -> Entry {
    var bytes = Array(head.prefix(Self.headSize))
    bytes += String(length).utf8
    return bytes.withUnsafeBytes { entry(for: $0, offset: offset, position: position) }
  }

  private func withRule<Result>(_ body: (UnsafePointer<mocoa_line_rule>) -> Result) -> Result {
    field.withUnsafeBufferPointer { name in
      var rule = mocoa_line_rule(
        seed: seed, field: name.baseAddress, field_length: name.count,
        by_position: isByPosition ? 1 : 0, is_text: isText ? 1 : 0)
      return withUnsafePointer(to: &rule, body)
    }
  }
}

extension LineIndexer.Entry {
  init(_ entry: mocoa_line_entry) {
    self.init(offset: entry.offset, idHash: entry.id_hash, contentHash: entry.content_hash)
  }
}
