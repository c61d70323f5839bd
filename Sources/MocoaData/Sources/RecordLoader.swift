internal import MocoaModel

/// Reads a file from beginning to end and hands over its index in batches, on any thread.
struct RecordLoader: Sendable {
  let file: FileBytes
  let pointer: String
  let tokens: [String]
  let options: RecordOptions

  /// Whether reading is to end early.
  let cancellation: Cancellation

  /// Takes a batch; the second value is how much of the file was read, 0 to 1.
  typealias Publish = ([RecordChunk], Double) -> Void

  /// The shortest time between two batches.
  static let interval = Duration.milliseconds(30)

  /// The seed of this run's hashes: one that data was made for cannot be known.
  static let seed = UInt64.random(in: .min ... .max)

  /// Reads the file to its end, or until it is cancelled.
  ///
  /// - Returns: why it could not be read to its end; nil when it could, or was cancelled.
  func run(_ publish: Publish) -> SourceError? {
    do throws(SourceError) {
      switch try ContentSniffer(file).content() {
      case .empty: return nil
      case .lines(let start):
        if tokens.isEmpty {
          try LineReader(loader: self, start: start).run(publish)
        } else {
          try publishChildren(of: line(from: start), tokens.dropFirst(), publish)
        }
      case .document(let start):
        try publishChildren(of: document(from: start), tokens[...], publish)
      }
      return nil
    } catch {
      return error
    }
  }

  var indexer: LineIndexer { LineIndexer(seed: Self.seed, identity: options.identity) }

  func chunk(
    _ form: RecordForm, _ entries: [LineIndexer.Entry], end: Int, firstPosition: Int
  ) -> RecordChunk {
    RecordChunk(
      file: file, form: form, pointer: pointer, kindField: options.kindField, entries: entries,
      end: end, firstPosition: firstPosition)
  }

  // MARK: - Values that are read as a whole

  /// A value of the file in memory, and where it stands there.
  struct Value {
    var bytes: ArraySlice<UInt8>
    var offset: Int
  }

  private func document(from start: Int) throws(SourceError) -> Value {
    guard file.size - start <= DocumentLimit.bytes else {
      throw .tooLarge(file.path, bytes: file.size - start)
    }
    let bytes = try file.bytes(start..<file.size)
    do throws(JSONError) {
      try JSON.validate(bytes)
    } catch {
      let isStart = bytes.prefix(error.offset).allSatisfy { $0 <= 0x20 }
      throw isStart ? .notJSON(file.path, error) : .invalid(file.path, error)
    }
    return Value(bytes: bytes[...], offset: start)
  }

  /// The line that the first token counts to.
  private func line(from start: Int) throws(SourceError) -> Value {
    guard let position = tokens.first.flatMap(JSONPointer.position) else {
      throw .noSuchValue(file.path, pointer: pointer, token: tokens.first ?? "")
    }
    guard let range = try LineReader(loader: self, start: start).range(ofLine: position) else {
      throw .noSuchValue(file.path, pointer: pointer, token: "\(position)")
    }
    guard range.count <= DocumentLimit.bytes else {
      throw .tooLarge(file.path, bytes: range.count)
    }
    let bytes = try file.bytes(range)
    do throws(JSONError) {
      try JSON.validate(bytes)
    } catch {
      throw .invalid(file.path, error)
    }
    return Value(bytes: bytes[...], offset: range.lowerBound)
  }

  private func publishChildren(
    of root: Value, _ tokens: ArraySlice<String>, _ publish: Publish
  ) throws(SourceError) {
    var value = root
    for token in tokens {
      guard let child = child(token, of: value) else {
        throw .noSuchValue(file.path, pointer: pointer, token: token)
      }
      value = child
    }
    let index = DocumentIndex(value, indexer)
    var chunks: [RecordChunk] = []
    for first in stride(from: 0, to: index.entries.count, by: RecordChunk.limit) {
      let last = min(first + RecordChunk.limit, index.entries.count)
      let end = last < index.entries.count ? Int(index.entries[last].offset) : index.end
      chunks.append(
        chunk(index.form, Array(index.entries[first..<last]), end: end, firstPosition: first))
    }
    publish(chunks, 1)
  }

  private func child(_ token: String, of value: Value) -> Value? {
    value.bytes.withUnsafeBytes { buffer in
      guard let container = JSONScanner.container(of: buffer) else { return nil }
      let wanted = JSONPointer.position(token)
      var position = 0
      var found: Range<Int>?
      JSONScanner.forEachChild(of: buffer) { child in
        let isFound =
          switch (container, child.key) {
          case (.object, let key?):
            JSONScanner.isName(UnsafeRawBufferPointer(rebasing: buffer[key]), token)
          default: position == wanted
          }
        if isFound { found = child.value }
        position += 1
        return !isFound
      }
      guard let found else { return nil }
      let start = value.bytes.startIndex
      return Value(
        bytes: value.bytes[(start + found.lowerBound)..<(start + found.upperBound)],
        offset: value.offset + found.lowerBound)
    }
  }
}

/// The index of a value in memory: of its elements, of its members, or of itself.
private struct DocumentIndex {
  var entries: [LineIndexer.Entry] = []
  let form: RecordForm
  let end: Int

  init(_ value: RecordLoader.Value, _ indexer: LineIndexer) {
    end = value.offset + Self.closing(value.bytes)
    var entries: [LineIndexer.Entry] = []
    form = value.bytes.withUnsafeBytes { buffer in
      func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[range])
      }
      func entry(_ range: Range<Int>, at start: Int) -> LineIndexer.Entry {
        var entry = indexer.entry(
          for: part(range), offset: UInt64(value.offset + start), position: entries.count)
        if range.count > RecordChunk.parseLimit {
          // As the record will be checked, without reading it as a whole again.
          let long = indexer.entry(
            forLong: part(range), length: range.count, offset: 0, position: 0)
          entry.contentHash = long.contentHash
        }
        return entry
      }
      guard let container = JSONScanner.container(of: buffer) else {
        let blanks = buffer.prefix { $0.isJSONBlank }.count
        let end = RecordChunk.trimmed(value.bytes, form: .lines).count
        entries = [entry(blanks..<max(blanks, end), at: blanks)]
        return .single
      }
      JSONScanner.forEachChild(of: buffer) { child in
        let start = child.key?.lowerBound ?? child.value.lowerBound
        var entry = entry(child.value, at: start)
        // Members are known by their names.
        if let key = child.key {
          entry.idHash = indexer.entry(for: part(key), offset: 0, position: 0).contentHash
        }
        entries.append(entry)
        return true
      }
      return container == .object ? .members : .elements
    }
    self.entries = entries
  }

  /// Where the last child ends: before the closing bracket, or at the end of a scalar.
  private static func closing(_ bytes: ArraySlice<UInt8>) -> Int {
    let text = RecordChunk.trimmed(bytes, form: .lines)
    guard let last = text.last, last == UInt8(ascii: "]") || last == UInt8(ascii: "}") else {
      return text.count
    }
    return text.count - 1
  }
}
