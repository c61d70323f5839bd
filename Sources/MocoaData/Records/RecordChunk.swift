internal import MocoaLocalization
internal import MocoaJSON
internal import MocoaModel

/// A chunk of records in the index, with the offset of each record and the hashes of its identity
/// and content.
///
/// A record ends where the next record begins, without trailing whitespace and commas. Records are
/// read and parsed when they are displayed.
final class RecordChunk: ElementChunk {
  /// The maximum number of records in a chunk.
  static let limit = 4096

  /// The maximum size in bytes of an array or object that is parsed for display.
  ///
  /// Larger ones are shown as truncated text.
  static let containerLimit = 1 << 16

  /// The maximum size in bytes of a scalar that is shown completely, and of a record that is read
  /// completely.
  static let parseLimit = 16 << 20

  /// The maximum number of bytes of an array or object that are shown if it is truncated.
  static let truncatedSize = 200

  /// The maximum number of bytes of an unreadable record that are shown.
  private static let rawLimit = 300

  /// The common properties of all records of a source.
  struct Source: Sendable {
    let bytes: FileBytes

    /// The JSON pointer of the value that contains the records.
    ///
    /// The pointer is `nil` if the records have no stable location. The versions of a list then
    /// share records that may have different indexes.
    let pointer: String?

    let kindField: String?
  }

  let source: Source
  let layout: RecordLayout
  let entries: EntryRun
  /// The offset after the last record.
  private let end: Int
  private let firstPosition: Int

  init(
    _ source: Source, _ form: RecordLayout, _ entries: EntryRun, end: Int,
    firstPosition: Int
  ) {
    (self.source, self.layout, self.entries) = (source, form, entries)
    (self.end, self.firstPosition) = (end, firstPosition)
  }

  private var file: FileBytes { source.bytes }

  /// Returns a chunk with the records of this chunk and the next one, or `nil` if it would exceed
  /// the limit.
  func joined(with next: RecordChunk) -> RecordChunk? {
    guard count + next.count <= Self.limit else { return nil }
    return RecordChunk(
      source, layout, EntryRun(Array(entries) + next.entries), end: next.end,
      firstPosition: firstPosition)
  }

  var count: Int { entries.count }

  func id(at index: Int) -> ItemID { ItemID(hash: entries[index].idHash) }

  func contentHash(at index: Int) -> UInt64? { entries[index].contentHash }

  /// The estimated cost of an open file in bytes.
  ///
  /// The cost is added to the footprint of the chunk that contains the first record of the file.
  private static let fileFootprint = 8 << 20

  var estimatedByteCount: Int {
    let open = file.isInMemory || firstPosition > 0 ? 0 : Self.fileFootprint
    return entries.count * MemoryLayout<LineIndexer.Entry>.stride + open
      + (file.isOwn ? byteCount(of: 0..<count) : 0)
  }

  /// Returns the number of bytes of adjacent records, including the separators between them.
  func byteCount(of indices: Range<Int>) -> Int {
    if indices.isEmpty { return 0 }
    return range(ofEntry: indices.upperBound - 1).upperBound
      - range(ofEntry: indices.lowerBound).lowerBound
  }

  /// Calls a closure with the text of each of some adjacent records, including trailing separators.
  ///
  /// The records are read together. Only the beginning of a long record is passed. The method stops
  /// before the first record that cannot be read any more.
  func forEachText(
    in indices: Range<Int>, _ body: (Int, UnsafeRawBufferPointer, RecordLayout) -> Void
  ) {
    for indices in readRanges(of: indices) {
      let start = range(ofEntry: indices.lowerBound).lowerBound
      let count = min(byteCount(of: indices), Self.parseLimit)
      // The read bypasses the cache, which contains the records on the screen.
      guard let bytes = try? file.bytes(at: start, upTo: count), bytes.count == count else {
        return
      }
      bytes.withUnsafeBytes { bytes in
        for index in indices {
          let range = range(ofEntry: index)
          let text = bytes.dropFirst(range.lowerBound - start).prefix(range.count)
          body(index, UnsafeRawBufferPointer(rebasing: text), layout)
        }
      }
    }
  }

  /// Divides adjacent records into ranges, each of which is read by a single call.
  ///
  /// The bytes of a range do not exceed `parseLimit`, unless the range has only one record.
  private func readRanges(of indices: Range<Int>) -> [Range<Int>] {
    if byteCount(of: indices) <= Self.parseLimit { return indices.isEmpty ? [] : [indices] }
    var ranges: [Range<Int>] = []
    var first = indices.lowerBound
    for index in indices where index > first && byteCount(of: first..<index + 1) > Self.parseLimit {
      ranges.append(first..<index)
      first = index
    }
    return ranges + [first..<indices.upperBound]
  }

  /// Returns the bytes of a record as they are in the source, or `nil` if they cannot be read.
  func text(ofEntry index: Int) -> ArraySlice<UInt8>? {
    file.read(range(ofEntry: index)).map { Self.trimmed($0[...], form: layout) }
  }

  /// Returns the byte range from the start of the record at an index of the source to the start of
  /// the next record.
  ///
  /// - Returns: `nil` if the record is in another chunk.
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
      return removedRecord([], index, range)
    }
    let text = Self.trimmed(bytes[...], form: layout)
    let trimmedRange = range.lowerBound..<(range.lowerBound + text.count)
    return layout == .members
      ? member(text, index, trimmedRange) : record(text, name: nil, index, trimmedRange)
  }

  /// Returns bytes without the separators at their end: whitespace, and commas if the layout has
  /// them.
  static func trimmed(_ bytes: ArraySlice<UInt8>, form: RecordLayout) -> ArraySlice<UInt8> {
    let isSeparated = form == .elements || form == .members
    var trimmed = bytes
    if form.table != nil {
      // Other whitespace is part of the last cell.
      while trimmed.last?.isLineEnd ?? false { trimmed.removeLast() }
      return trimmed
    }
    while let last = trimmed.last, isBlank(last) || (isSeparated && last == UInt8(ascii: ",")) {
      trimmed.removeLast()
    }
    return trimmed
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns `true` if bytes have the content hash that the index contains for a record.
  ///
  /// If a file is overwritten, its new bytes must not appear as the old records.
  private func isUnchanged(_ text: ArraySlice<UInt8>, _ index: Int) -> Bool {
    LineIndexer.contentHash(of: text, layout) == entries[index].contentHash
  }

  /// Returns `true` if the name of a member still has the identity that the index contains.
  ///
  /// - Parameter name: The name with its quotes.
  private func isName(_ name: ArraySlice<UInt8>, ofEntry index: Int) -> Bool {
    LineIndexer.contentHash(of: name) == entries[index].idHash
  }

  /// Returns an error record for a record whose bytes have changed since they were indexed.
  private func removedRecord(_ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record
  {
    errorRecord(localized("record is gone: the file has changed"), text, index, range)
  }

  private func member(_ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    let split = text.withUnsafeBytes { JSONScanner.endOfValue(in: $0, from: 0) } ?? 0
    let key = text.prefix(split)
    let value = text.dropFirst(split).drop { Self.isBlank($0) || $0 == UInt8(ascii: ":") }
    guard isName(key, ofEntry: index), case .string(let name)? = try? JSON.parse(key) else {
      return removedRecord(text, index, range)
    }
    return record(value, name: name, index, (range.upperBound - value.count)..<range.upperBound)
  }

  private func record(
    _ text: ArraySlice<UInt8>, name: String?, _ index: Int, _ range: Range<Int>
  ) -> Record {
    guard isUnchanged(text, index) else { return removedRecord(text, index, range) }
    if let table = layout.table { return row(text, table, index, range) }
    if layout == .text {
      let line = FieldValue.string(String(decoding: text, as: UTF8.self))
      return record(line, nil, nil, "", truncatedText: nil, index, range)
    }
    let container = text.withUnsafeBytes { JSONScanner.container(of: $0) }
    do {
      if container != nil, text.count > Self.containerLimit {
        // Only lines have not been validated yet.
        if layout == .lines { try JSON.validate(text) }
        return record(
          .null, container, name, kind(ofText: text), truncatedText: Self.truncatedText(text),
          index, range)
      }
      let value = try JSON.parse(text)
      return record(value, container, name, kind(of: value), truncatedText: nil, index, range)
    } catch {
      let location = layout == .lines ? "" : localized(" at line \(error.line)")
      return errorRecord(
        localized("not JSON: \(error.reason)\(location) at column \(error.column)"), text, index,
        range
      )
    }
  }

  private func record(
    _ value: FieldValue, _ container: ContainerKind?, _ name: String?, _ kind: String,
    truncatedText: String?, warningMessage: String? = nil, _ index: Int,
    _ range: Range<Int>
  ) -> Record {
    Record(
      itemID: id(at: index), moduleName: kind, position: position(of: index), name: name,
      value: value, container: container, truncatedText: truncatedText,
      pointer: pointer(of: index, name),
      errorMessage: nil, warningMessage: warningMessage, raw: "",
      contentHash: entries[index].contentHash,
      bytes: RecordBytes(file: file, range: range, layout: layout))
  }

  /// Returns a record with an error message that contains the number of the record.
  ///
  /// The line number in the file is not used. Blank lines are not records, so it would require
  /// counting all previous line ends.
  private func errorRecord(
    _ reason: String, _ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>
  ) -> Record {
    Record(
      itemID: id(at: index), moduleName: "", position: position(of: index), name: nil,
      value: .null, container: nil, truncatedText: nil, pointer: pointer(of: index, nil),
      errorMessage: position(of: index).map { localized("record \($0 + 1): \(reason)") } ?? reason,
      warningMessage: nil,
      raw: String(decoding: text.prefix(Self.rawLimit), as: UTF8.self),
      contentHash: entries[index].contentHash,
      bytes: RecordBytes(file: file, range: range, layout: layout))
  }

  private func position(of index: Int) -> Int? {
    source.pointer == nil ? nil : firstPosition + index
  }

  private func kind(of value: FieldValue) -> String {
    source.kindField.flatMap { value.field($0)?.scalarString } ?? ""
  }

  private func pointer(of index: Int, _ name: String?) -> String? {
    guard let pointer = source.pointer, layout != .single else { return source.pointer }
    return pointer + "/" + (name.map(JSONPointer.escape) ?? String(firstPosition + index))
  }
}

// MARK: - Large records

extension RecordChunk {
  /// Returns a record that may be too long to be read completely.
  ///
  /// Of such a record only the beginning and the end are read.
  private func long(_ index: Int, _ range: Range<Int>) -> Record {
    guard let text = trimmed(range),
      let head = file.read(text.first(LineIndexer.headSize))
    else { return removedRecord([], index, range) }
    var value = text
    var name: String?
    if layout == .members, let member = Self.member(head) {
      guard isName(head[..<member.nameEnd], ofEntry: index) else {
        return removedRecord([], index, range)
      }
      name = member.name
      value = (text.lowerBound + member.value)..<text.upperBound
    }
    guard value.count > Self.parseLimit else {
      guard let bytes = file.read(value) else { return removedRecord([], index, text) }
      return record(bytes[...], name: name, index, value)
    }
    guard let start = file.read(value.first(LineIndexer.headSize)) else {
      return removedRecord([], index, text)
    }
    guard isUnchanged(long: start, length: value.count, index) else {
      return removedRecord(start[...], index, value)
    }
    if layout.table != nil { return longRow(start[...], index, value) }
    let container = start.withUnsafeBytes { JSONScanner.container(of: $0) }
    guard let container, layout != .text else {
      return errorRecord(
        localized("record too large to display (\(value.count >> 20) MiB)"), start[...],
        index,
        value)
    }
    return record(
      .null, container, name, kind(ofText: start[...]),
      truncatedText: Self.truncatedText(start[...]),
      warningMessage: localized("large value (\(value.count >> 20) MiB): showing the start"), index,
      value)
  }

  /// Returns a byte range without the separators at its end, or `nil` if the file does not contain
  /// it any more.
  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - FileBytes.blockSize)
      guard let bytes = file.read(start..<end) else { return nil }
      let count = Self.trimmed(bytes[...], form: layout).count
      if count > 0 { return range.lowerBound..<(start + count) }
      end = start
    }
    return range.lowerBound..<range.lowerBound
  }

  /// Returns the name of a member and the offset of its value.
  ///
  /// - Returns: `nil` if `head` does not contain the complete name.
  private static func member(_ head: [UInt8]) -> (name: String, nameEnd: Int, value: Int)? {
    guard let split = head.withUnsafeBytes({ JSONScanner.endOfValue(in: $0, from: 0) }),
      let value = head[split...].firstIndex(where: {
        !$0.isJSONBlank && $0 != UInt8(ascii: ":")
      }),
      case .string(let name)? = try? JSON.parse(head[..<split])
    else { return nil }
    return (name, split, value)
  }

  private func isUnchanged(long head: [UInt8], length: Int, _ index: Int) -> Bool {
    LineIndexer.contentHash(ofLong: head[...], length: length, layout)
      == entries[index].contentHash
  }

  /// Returns the text of the kind field of an object that is not parsed.
  ///
  /// The result is empty if the field is not a scalar in the given bytes.
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
          kind = (try? JSON.parse(value))?.scalarString ?? ""
        }
        return false
      }
      return kind
    }
  }

  /// Returns the beginning of a text as one line.
  ///
  /// Each line end with the indentation after it becomes a space.
  static func truncatedText(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isAtLineStart = true
    for byte in text {
      if bytes.count > truncatedSize { break }
      switch byte {
      case 0x0A, 0x0D, 0x09, 0x20:
        if !isAtLineStart { bytes.append(0x20) }
        isAtLineStart = isAtLineStart || byte != 0x20
      default:
        bytes.append(byte)
        isAtLineStart = false
      }
    }
    // The cut must not be inside a scalar.
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self) + "…"
  }
}

extension Range<Int> {
  /// Returns the range of the first `count` numbers of this range.
  fileprivate func first(_ count: Int) -> Range<Int> {
    lowerBound..<Swift.min(upperBound, lowerBound + count)
  }
}

/// Records that are rows of delimited text.
extension RecordChunk {
  /// Returns the record of a row, whose value is an object with the column names as field names.
  private func row(
    _ text: ArraySlice<UInt8>, _ table: DelimitedTable, _ index: Int, _ range: Range<Int>
  ) -> Record {
    guard text.count <= Self.containerLimit, !Self.isWide(text, table) else {
      let kind = text.withUnsafeBytes { bytes in
        source.kindField.flatMap { table.value(of: $0, in: bytes)?.scalarString } ?? ""
      }
      return record(
        .null, .object, nil, kind, truncatedText: Self.truncatedText(text), index, range)
    }
    let row = text.withUnsafeBytes { table.row($0) }
    return record(
      .object(row.fields), .object, nil, kind(of: .object(row.fields)), truncatedText: nil,
      warningMessage: row.warning, index, range)
  }

  /// The maximum number of values in a row that is divided into fields for display.
  private static let cellLimit = 4096

  private static func isWide(_ text: ArraySlice<UInt8>, _ table: DelimitedTable) -> Bool {
    // Most rows are too short for more cells than the limit.
    guard text.count >= cellLimit else { return false }
    return text.withUnsafeBytes { row in
      var cells = RowCells(row, table.delimiter)
      for _ in 0..<cellLimit { if cells.next() == nil { return false } }
      return cells.next() != nil
    }
  }

  /// Returns the record of a row that is too long to be opened.
  private func longRow(_ head: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    record(
      .null, nil, nil, "", truncatedText: Self.truncatedText(head),
      warningMessage: localized("large row (\(range.count >> 20) MiB): showing the start"), index,
      range)
  }
}

extension RecordChunk {
  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    _ = words.initialize(fromContentsOf: entries[range].lazy.map(\.idHash))
    return .hash
  }

  func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    _ = words.initialize(fromContentsOf: entries[range].lazy.map(\.contentHash))
    return true
  }
}
