internal import MocoaModel

/// A run of records in the index: where each begins, and hashes of its identity and content.
///
/// A record ends where the next begins; blanks and commas at its end are not part of it. Records
/// are read and parsed when they are looked at.
final class RecordChunk: ElementChunk {
  /// The most records in a chunk.
  static let limit = 4096

  /// Larger records are not parsed: a value of so many bytes would take many times that in memory.
  static let parseLimit = 16 << 20

  /// How many bytes of a record that cannot be read are kept to be shown.
  private static let rawLimit = 300

  let file: FileBytes
  let form: RecordForm
  /// The JSON pointer of what the records are in.
  let pointer: String
  let kindField: String?
  let entries: [LineIndexer.Entry]
  /// Where the last record ends.
  let end: Int
  let firstPosition: Int

  init(
    file: FileBytes, form: RecordForm, pointer: String, kindField: String?,
    entries: [LineIndexer.Entry], end: Int, firstPosition: Int
  ) {
    (self.file, self.form, self.pointer, self.kindField) = (file, form, pointer, kindField)
    (self.entries, self.end, self.firstPosition) = (entries, end, firstPosition)
  }

  var count: Int { entries.count }

  func id(at index: Int) -> ItemID { ItemID(hash: entries[index].idHash) }

  func contentHash(at index: Int) -> UInt64? { entries[index].contentHash }

  func element(at index: Int) -> any CellModel {
    let start = Int(entries[index].offset)
    let next = index + 1 < entries.count ? Int(entries[index + 1].offset) : end
    let range = start..<max(start, next)
    guard range.count <= Self.parseLimit else {
      let raw = file.read(start..<(start + Self.rawLimit)) ?? []
      return problem(
        "a record of \(range.count >> 20) MiB is too large to be shown", raw[...], index, range)
    }
    guard let bytes = file.read(range) else {
      return gone([], index, range)
    }
    let text = Self.trimmed(bytes[...], form: form)
    let trimmedRange = start..<(start + text.count)
    return form == .members
      ? member(text, index, trimmedRange) : record(text, name: nil, index, trimmedRange)
  }

  /// Bytes without what stands between records: blanks, and commas where there are any.
  static func trimmed(_ bytes: ArraySlice<UInt8>, form: RecordForm) -> ArraySlice<UInt8> {
    let isSeparated = form == .elements || form == .members
    var rest = bytes
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
    let hash = text.withUnsafeBytes {
      LineIndexer(seed: RecordLoader.seed, identity: .position)
        .entry(for: $0, offset: 0, position: 0).contentHash
    }
    return hash == entries[index].contentHash
  }

  /// A record that was overwritten, or is not in the file any more.
  private func gone(_ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    problem("the file has changed: this record is gone", text, index, range)
  }

  private func member(_ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    let split = text.withUnsafeBytes { JSONScanner.endOfValue(in: $0, from: 0) } ?? 0
    let key = text.prefix(split)
    let rest = text.dropFirst(split).drop { Self.isBlank($0) || $0 == UInt8(ascii: ":") }
    guard case .text(let name)? = try? JSON.parse(Array(key)) else {
      return gone(text, index, range)
    }
    return record(rest, name: name, index, (range.upperBound - rest.count)..<range.upperBound)
  }

  private func record(
    _ text: ArraySlice<UInt8>, name: String?, _ index: Int, _ range: Range<Int>
  ) -> Record {
    guard isUnchanged(text, index) else { return gone(text, index, range) }
    do {
      let value = try JSON.parse(text)
      return Record(
        itemID: id(at: index), moduleName: kind(of: value), position: firstPosition + index,
        name: name, value: value, pointer: pointer(of: index, name), problem: nil, raw: "",
        contentHash: entries[index].contentHash, bytes: RecordBytes(file: file, range: range))
    } catch {
      let place = form == .lines ? "" : " at line \(error.line)"
      return problem(
        "not JSON: \(error.reason)\(place) at column \(error.column)", text, index, range)
    }
  }

  private func problem(
    _ reason: String, _ text: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>
  ) -> Record {
    Record(
      itemID: id(at: index), moduleName: "", position: firstPosition + index, name: nil,
      value: .null, pointer: pointer(of: index, nil),
      problem: "record \(firstPosition + index + 1): \(reason)",
      raw: String(decoding: text.prefix(Self.rawLimit), as: UTF8.self),
      contentHash: entries[index].contentHash, bytes: RecordBytes(file: file, range: range))
  }

  private func kind(of value: FieldValue) -> String {
    kindField.flatMap { value.field($0)?.scalarText } ?? ""
  }

  private func pointer(of index: Int, _ name: String?) -> String {
    if form == .single { return pointer }
    return pointer + "/" + (name.map(JSONPointer.escape) ?? String(firstPosition + index))
  }
}
