internal import MocoaLanguage
internal import MocoaModel

/// A run of records in the index: where each begins, and hashes of its identity and content.
///
/// A record ends where the next begins; blanks and commas at its end are not part of it. Records
/// are read and parsed when they are looked at.
final class RecordChunk: ElementChunk {
  /// The most records in a chunk.
  static let limit = 4096

  /// Larger lists and objects are not parsed to be shown: of them there is an excerpt.
  static let containerLimit = 1 << 16

  /// Larger scalars are not shown, and larger records are not read as a whole.
  static let parseLimit = 16 << 20

  /// How many bytes of a list or an object make its excerpt.
  static let excerptSize = 200

  /// How many bytes of a record that cannot be read are kept to be shown.
  private static let rawLimit = 300

  /// What all records of a source have in common.
  struct Source: Sendable {
    let bytes: FileBytes

    /// The JSON pointer of what the records are in; nil where they have no place of their own, for
    /// what is shared by versions of a list stands elsewhere in each.
    let pointer: String?

    let kindField: String?
  }

  let source: Source
  let form: RecordForm
  let entries: EntryRun
  /// Where the last record ends.
  let end: Int
  let firstPosition: Int

  init(
    _ source: Source, _ form: RecordForm, _ entries: EntryRun, end: Int,
    firstPosition: Int
  ) {
    (self.source, self.form, self.entries) = (source, form, entries)
    (self.end, self.firstPosition) = (end, firstPosition)
  }

  private var file: FileBytes { source.bytes }

  /// This chunk and the one behind it as one; nil where that would be too large.
  func joined(with next: RecordChunk) -> RecordChunk? {
    guard count + next.count <= Self.limit else { return nil }
    return RecordChunk(
      source, form, EntryRun(Array(entries) + next.entries), end: next.end,
      firstPosition: firstPosition)
  }

  var count: Int { entries.count }

  func id(at index: Int) -> ItemID { ItemID(hash: entries[index].idHash) }

  func contentHash(at index: Int) -> UInt64? { entries[index].contentHash }

  /// What an open file counts, which goes with the first of its chunks.
  private static let fileFootprint = 8 << 20

  var footprint: Int {
    let open = file.isInMemory || firstPosition > 0 ? 0 : Self.fileFootprint
    return entries.count * MemoryLayout<LineIndexer.Entry>.stride + open
      + (file.isOwn ? byteCount(of: 0..<count) : 0)
  }

  /// How many bytes some neighbouring records have, with what stands between them.
  func byteCount(of indices: Range<Int>) -> Int {
    if indices.isEmpty { return 0 }
    return range(ofEntry: indices.upperBound - 1).upperBound
      - range(ofEntry: indices.lowerBound).lowerBound
  }

  /// Calls with what some neighbouring records are written as, with what stands between them.
  ///
  /// All of it is read at once; of long ones only the beginning. It ends before what is not there any
  /// more.
  func forEachText(
    in indices: Range<Int>, _ body: (Int, UnsafeRawBufferPointer, RecordForm) -> Void
  ) {
    for indices in pieces(of: indices) {
      let start = range(ofEntry: indices.lowerBound).lowerBound
      let count = min(byteCount(of: indices), Self.parseLimit)
      // Past the cache, which would be emptied of what is on the screen.
      guard let bytes = try? file.bytes(at: start, upTo: count), bytes.count == count else {
        return
      }
      bytes.withUnsafeBytes { bytes in
        for index in indices {
          let range = range(ofEntry: index)
          let text = bytes.dropFirst(range.lowerBound - start).prefix(range.count)
          body(index, UnsafeRawBufferPointer(rebasing: text), form)
        }
      }
    }
  }

  /// Ranges of records that are read at once: none has more bytes than a record may have.
  private func pieces(of indices: Range<Int>) -> [Range<Int>] {
    if byteCount(of: indices) <= Self.parseLimit { return indices.isEmpty ? [] : [indices] }
    var pieces: [Range<Int>] = []
    var first = indices.lowerBound
    for index in indices where index > first && byteCount(of: first..<index + 1) > Self.parseLimit {
      pieces.append(first..<index)
      first = index
    }
    return pieces + [first..<indices.upperBound]
  }

  /// The bytes of a record as they stand in the source; nil where they are gone.
  func text(ofEntry index: Int) -> ArraySlice<UInt8>? {
    file.read(range(ofEntry: index)).map { Self.trimmed($0[...], form: form) }
  }

  /// From where the record with that position begins to where the next one does; nil where it is in
  /// another chunk.
  func range(at position: Int) -> Range<Int>? {
    let index = position - firstPosition
    return entries.indices.contains(index) ? range(ofEntry: index) : nil
  }

  func range(ofEntry index: Int) -> Range<Int> {
    let start = Int(entries[index].offset)
    let next = index + 1 < entries.count ? Int(entries[index + 1].offset) : end
    return start..<max(start, next)
  }

  func element(at index: Int) -> any CellModel {
    let range = range(ofEntry: index)
    guard range.count <= Self.parseLimit else { return long(index, range) }
    guard let bytes = file.read(range) else {
      return gone([], index, range)
    }
    let text = Self.trimmed(bytes[...], form: form)
    let trimmedRange = range.lowerBound..<(range.lowerBound + text.count)
    return form == .members
      ? member(text, index, trimmedRange) : record(text, name: nil, index, trimmedRange)
  }

  /// Bytes without what stands between records: blanks, and commas where there are any.
  static func trimmed(_ bytes: ArraySlice<UInt8>, form: RecordForm) -> ArraySlice<UInt8> {
    let isSeparated = form == .elements || form == .members
    var rest = bytes
    if form.table != nil {
      // Any other blank is text of the last cell.
      while rest.last?.isLineEnd ?? false { rest.removeLast() }
      return rest
    }
    while let last = rest.last, isBlank(last) || (isSeparated && last == UInt8(ascii: ",")) {
      rest.removeLast()
    }
    return rest
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether the bytes are those that were indexed: a file that is overwritten must not show other
  /// records in the place of these.
  private func isUnchanged(_ text: ArraySlice<UInt8>, _ index: Int) -> Bool {
    LineIndexer.contentHash(of: text, form) == entries[index].contentHash
  }

  /// Whether a member's name, with its quotes, is the one that was indexed.
  private func isName(_ name: ArraySlice<UInt8>, ofEntry index: Int) -> Bool {
    LineIndexer.contentHash(of: name) == entries[index].idHash
  }

  /// A record that was overwritten, or is not in the file any more.
  private func gone(_ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    problem(phrase("the file has changed: this record is gone"), text, index, range)
  }

  private func member(_ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    let split = text.withUnsafeBytes { JSONScanner.endOfValue(in: $0, from: 0) } ?? 0
    let key = text.prefix(split)
    let rest = text.dropFirst(split).drop { Self.isBlank($0) || $0 == UInt8(ascii: ":") }
    guard isName(key, ofEntry: index), case .text(let name)? = try? JSON.parse(key) else {
      return gone(text, index, range)
    }
    return record(rest, name: name, index, (range.upperBound - rest.count)..<range.upperBound)
  }

  private func record(
    _ text: ArraySlice<UInt8>, name: String?, _ index: Int, _ range: Range<Int>
  ) -> Record {
    guard isUnchanged(text, index) else { return gone(text, index, range) }
    if let table = form.table { return row(text, table, index, range) }
    if form == .text {
      let line = FieldValue.text(String(decoding: text, as: UTF8.self))
      return record(line, nil, nil, "", excerpt: nil, index, range)
    }
    let container = text.withUnsafeBytes { JSONScanner.container(of: $0) }
    do {
      if container != nil, text.count > Self.containerLimit {
        // Only lines are not known to be valid yet.
        if form == .lines { try JSON.validate(text) }
        return record(
          .null, container, name, kind(ofText: text), excerpt: Self.excerpt(text), index, range)
      }
      let value = try JSON.parse(text)
      return record(value, container, name, kind(of: value), excerpt: nil, index, range)
    } catch {
      let place = form == .lines ? "" : phrase(" at line \(error.line)")
      return problem(
        phrase("not JSON: \(error.reason)\(place) at column \(error.column)"), text, index, range)
    }
  }

  func record(
    _ value: FieldValue, _ container: Container?, _ name: String?, _ kind: String,
    excerpt: String?, remark: String? = nil, _ index: Int, _ range: Range<Int>
  ) -> Record {
    Record(
      itemID: id(at: index), moduleName: kind, position: position(of: index), name: name,
      value: value, container: container, excerpt: excerpt, pointer: pointer(of: index, name),
      problem: nil, remark: remark, raw: "", contentHash: entries[index].contentHash,
      bytes: RecordBytes(file: file, range: range, form: form))
  }

  /// A record whose line is named by its position: its number in the file would take counting the
  /// line ends before it, since blank lines are no records.
  private func problem(
    _ reason: String, _ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>
  ) -> Record {
    Record(
      itemID: id(at: index), moduleName: "", position: position(of: index), name: nil,
      value: .null, container: nil, excerpt: nil, pointer: pointer(of: index, nil),
      problem: position(of: index).map { phrase("record \($0 + 1): \(reason)") } ?? reason,
      remark: nil,
      raw: String(decoding: text.prefix(Self.rawLimit), as: UTF8.self),
      contentHash: entries[index].contentHash,
      bytes: RecordBytes(file: file, range: range, form: form))
  }

  private func position(of index: Int) -> Int? {
    source.pointer == nil ? nil : firstPosition + index
  }

  func kind(of value: FieldValue) -> String {
    source.kindField.flatMap { value.field($0)?.scalarText } ?? ""
  }

  private func pointer(of index: Int, _ name: String?) -> String? {
    guard let pointer = source.pointer, form != .single else { return source.pointer }
    return pointer + "/" + (name.map(JSONPointer.escape) ?? String(firstPosition + index))
  }
}

// MARK: - Large records

extension RecordChunk {
  /// A record that is perhaps too long to be read as a whole: of such only both ends are looked at.
  private func long(_ index: Int, _ range: Range<Int>) -> Record {
    guard let text = trimmed(range),
      let head = file.read(text.first(LineIndexer.headSize))
    else { return gone([], index, range) }
    var value = text
    var name: String?
    if form == .members, let member = Self.member(head) {
      guard isName(head[..<member.nameEnd], ofEntry: index) else { return gone([], index, range) }
      name = member.name
      value = (text.lowerBound + member.value)..<text.upperBound
    }
    guard value.count > Self.parseLimit else {
      guard let bytes = file.read(value) else { return gone([], index, text) }
      return record(bytes[...], name: name, index, value)
    }
    guard let start = file.read(value.first(LineIndexer.headSize)) else {
      return gone([], index, text)
    }
    guard isUnchanged(long: start, length: value.count, index) else {
      return gone(start[...], index, value)
    }
    if form.table != nil { return longRow(start[...], index, value) }
    let container = start.withUnsafeBytes { JSONScanner.container(of: $0) }
    guard let container, form != .text else {
      return problem(
        phrase("a record of \(value.count >> 20) MiB is too large to be shown"), start[...], index,
        value)
    }
    return record(
      .null, container, name, kind(ofText: start[...]), excerpt: Self.excerpt(start[...]),
      remark: phrase("\(value.count >> 20) MiB: only its beginning is read"), index, value)
  }

  /// The range without what stands between records; nil where the file does not have it any more.
  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - FileBytes.blockSize)
      guard let bytes = file.read(start..<end) else { return nil }
      let count = Self.trimmed(bytes[...], form: form).count
      if count > 0 { return range.lowerBound..<(start + count) }
      end = start
    }
    return range.lowerBound..<range.lowerBound
  }

  /// The name of a member, and where its value begins; nil where the name does not end in `head`.
  private static func member(_ head: [UInt8]) -> (name: String, nameEnd: Int, value: Int)? {
    guard let split = head.withUnsafeBytes({ JSONScanner.endOfValue(in: $0, from: 0) }),
      let value = head[split...].firstIndex(where: {
        !$0.isJSONBlank && $0 != UInt8(ascii: ":")
      }),
      case .text(let name)? = try? JSON.parse(head[..<split])
    else { return nil }
    return (name, split, value)
  }

  private func isUnchanged(long head: [UInt8], length: Int, _ index: Int) -> Bool {
    LineIndexer.contentHash(ofLong: head[...], length: length, form)
      == entries[index].contentHash
  }

  /// The kind of an object that is not parsed, by a scalar that stands in the bytes.
  private func kind(ofText text: ArraySlice<UInt8>) -> String {
    guard let kindField = source.kindField else { return "" }
    return text.withUnsafeBytes { bytes in
      guard JSONScanner.container(of: bytes) == .object else { return "" }
      var kind = ""
      JSONScanner.forEachChild(of: bytes) { child in
        guard let key = child.key,
          JSONScanner.isName(UnsafeRawBufferPointer(rebasing: bytes[key]), kindField)
        else { return true }
        let value = UnsafeRawBufferPointer(rebasing: bytes[child.value])
        if JSONScanner.container(of: value) == nil {
          kind = (try? JSON.parse(value))?.scalarText ?? ""
        }
        return false
      }
      return kind
    }
  }

  /// The beginning of a text on one line: ends of lines with the indentation behind them are a space.
  static func excerpt(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isAtLineStart = true
    for byte in text {
      if bytes.count > excerptSize { break }
      switch byte {
      case 0x0A, 0x0D, 0x09, 0x20:
        if !isAtLineStart { bytes.append(0x20) }
        isAtLineStart = isAtLineStart || byte != 0x20
      default:
        bytes.append(byte)
        isAtLineStart = false
      }
    }
    // Not within a scalar.
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self) + "…"
  }
}

extension Range<Int> {
  /// The first so many numbers.
  fileprivate func first(_ count: Int) -> Range<Int> {
    lowerBound..<Swift.min(upperBound, lowerBound + count)
  }
}
