internal import CSimdjson

/// An indexer of lines of JSON, which finds the offset, identity and content hash of each record.
///
/// The hashes depend on the seed and are valid only during one run of the program.
///
/// The identity of a record is the value of a field, independent of its notation. If the field is
/// missing or null, or if the bytes up to its end are invalid, the identity is the bytes of the
/// record. Invalid bytes after the field do not affect the identity. A record therefore keeps its
/// identity when such an error is corrected.
struct LineIndexer {
  /// The rule that defines the identity of a record.
  enum Identity {
    /// The first field with a name, or the complete value if the field does not exist.
    case field(String)

    /// The index of the record in the source.
    case position
  }

  /// The index entry of one record, in 24 bytes.
  struct Entry {
    /// The offset of the record's line.
    var offset: UInt64

    /// A hash of the record's identity.
    var idHash: UInt64

    /// A hash of the record's bytes without surrounding whitespace.
    var contentHash: UInt64
  }

  private let seed: UInt64
  private let field: [UInt8]
  private let isByPosition: Bool
  private let isText: Bool

  /// Creates an indexer.
  ///
  /// - Parameters:
  ///   - seed: The seed of the hashes.
  ///   - identity: The rule that defines the identity of a record.
  ///   - isText: A Boolean value that indicates whether the records are lines of text. Such lines
  ///     have no fields, and their leading whitespace belongs to the content.
  init(seed: UInt64, identity: Identity, isText: Bool = false) {
    (self.seed, self.isText) = (seed, isText)
    switch identity {
    case .field(let name): (field, isByPosition) = (Array(name.utf8), false)
    case .position: (field, isByPosition) = ([], true)
    }
  }

  /// Appends an entry for each nonblank line of `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: Complete lines. The last one needs no line end.
  ///   - base: The offset of `bytes` in the input.
  ///   - firstPosition: The index of the first record.
  func index(
    _ bytes: UnsafeRawBufferPointer, base: UInt64, firstPosition: Int,
    into entries: inout [Entry]
  ) {
    let batch = 512
    withRule { rule in
      withUnsafeTemporaryAllocation(of: mocoa_line_entry.self, capacity: batch) { made in
        guard let target = made.baseAddress else { return }
        var remaining = bytes
        var offset = base
        var position = firstPosition
        while !remaining.isEmpty {
          let progress = mocoa_index_lines(
            rule, remaining.bytePointer, remaining.count, offset, UInt64(position), target, batch)
          entries.append(contentsOf: made[..<progress.count].lazy.map(Entry.init))
          position += progress.count
          offset += UInt64(progress.consumed)
          remaining = UnsafeRawBufferPointer(rebasing: remaining[progress.consumed...])
        }
      }
    }
  }

  /// Returns the index entry of one value that is not a line.
  ///
  /// Its hashes are those of a line with the same content.
  func entry(for value: UnsafeRawBufferPointer, offset: UInt64, position: Int) -> Entry {
    withRule { rule in
      Entry(mocoa_index_value(rule, value.bytePointer, value.count, offset, UInt64(position)))
    }
  }

  /// Returns the index entries of the children of an array or object, or of a sequence of values.
  ///
  /// - Parameter bytes: The bytes from the start of the first child, at the offset `base`, to the
  ///   end of the last one.
  /// - Returns: The entries, and the number of valid children before the first invalid one.
  func entries(
    for children: [JSONSplit.Child], _ form: RecordLayout, in bytes: UnsafeRawBufferPointer,
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
    let ranges = children.map {
      mocoa_child(start: UInt64($0.start), value: UInt64($0.value), end: UInt64($0.end))
    }
    let made = withRule { rule in
      [mocoa_line_entry](unsafeUninitializedCapacity: children.count) { target, count in
        guard let entries = target.baseAddress else { return }
        valid = mocoa_index_children(
          rule, start, bytes.count, UInt64(base), UInt64(firstPosition), ranges, ranges.count,
          kind, JSON.maxDepth, entries)
        count = children.count
      }
    }
    return (made.map(Entry.init), valid)
  }

  /// The number of bytes of a long value that its hashes cover.
  static let headSize = 1 << 16

  /// Returns the index entry of a value that exceeds the size limit.
  ///
  /// Its hashes cover the beginning of the value and its length.
  ///
  /// - Parameter head: At least the first `headSize` bytes of the value.
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

/// Functions that compute the content hash of bytes in order to compare it with the hash in the
/// index.
extension LineIndexer {
  /// Returns the content hash that the index contains for a record with these bytes.
  static func contentHash(of text: ArraySlice<UInt8>, _ form: RecordLayout = .lines) -> UInt64 {
    text.withUnsafeBytes { bytes in
      let entry =
        form.table?.entry(for: bytes, offset: 0, position: 0)
        ?? indexer(form).entry(for: bytes, offset: 0, position: 0)
      return entry.contentHash
    }
  }

  /// Returns the content hash that the index contains for a record that is too long to be read
  /// completely.
  ///
  /// - Parameter head: The beginning of the record.
  static func contentHash(
    ofLong head: ArraySlice<UInt8>, length: Int, _ form: RecordLayout = .lines
  ) -> UInt64 {
    head.withUnsafeBytes { bytes in
      let entry =
        form.table?.entry(forLong: bytes, length: length, offset: 0, position: 0)
        ?? indexer(form).entry(forLong: bytes, length: length, offset: 0, position: 0)
      return entry.contentHash
    }
  }

  private static func indexer(_ form: RecordLayout) -> LineIndexer {
    LineIndexer(seed: RecordLoader.seed, identity: .position, isText: form == .text)
  }
}
