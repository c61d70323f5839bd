internal import Glibc
internal import MocoaModel
internal import MocoaQuery

/// Writes items to a descriptor in the format of a file.
struct ExportWriter {
  private(set) var summary = ExportFile.Summary()

  private let items: ItemSubset

  /// The paths of the values to write, or `nil` to write complete items.
  private let paths: [String]?
  private let format: ExportFile.Format
  private var output: ItemOutput
  private let cancellation: CancellationToken
  private let progress: (Double) -> Void

  /// The total number of steps, for the progress of the export.
  ///
  /// Writing an item is one step. In CSV and TSV, examining an item to determine the columns is
  /// another step.
  private let work: Int
  private var done = 0

  /// A Boolean value that indicates whether a record was overwritten or removed in its source
  /// before it was written.
  private var hasLostRecord = false

  /// The number of steps, as counted in `work`, between two progress reports.
  private static let stride = 1000

  init(
    _ items: ItemSubset, at paths: [String]?, _ format: ExportFile.Format, _ output: ItemOutput,
    _ cancellation: CancellationToken, progress: @escaping (Double) -> Void
  ) {
    (self.items, self.paths, self.format, self.output) = (items, paths, format, output)
    (self.cancellation, self.progress) = (cancellation, progress)
    work = max(1, items.count * (format == .csv || format == .tsv ? 2 : 1))
  }

  /// Returns items in the format of a file.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: `nil` if the text is longer, or if an item is not in its source any more.
  static func bytes(
    of items: ItemSubset, at paths: [String]?, _ format: ExportFile.Format, limit: Int
  ) -> [UInt8]? {
    let output = ItemOutput(inMemoryUpTo: limit)
    var writer = ExportWriter(items, at: paths, format, output, CancellationToken()) { _ in }
    return writer.run() == nil ? writer.output.buffer : nil
  }

  /// Writes all items.
  ///
  /// - Returns: The `errno` of the failure, or `nil` if all items were written. `ESTALE` means that
  ///   a record of the source has been overwritten or removed.
  mutating func run() -> Int32? {
    switch format {
    case .json: writeList()
    case .ndjson: writeLines()
    case .csv: writeRows(delimiter: UInt8(ascii: ","))
    case .tsv: writeRows(delimiter: UInt8(ascii: "\t"))
    }
    output.flush()
    if cancellation.isCancelled { return ECANCELED }
    return hasLostRecord ? ESTALE : output.failure
  }

  private mutating func forEachItem(_ body: (inout ExportWriter, any CellModel) -> Void) {
    // The closure modifies `self`, so the items are copied first.
    let items = items
    items.forEach { item in
      // A record that is not JSON still has its bytes.
      if let record = item as? any ExportableItem, record.isLost {
        hasLostRecord = true
        return false
      }
      body(&self, item)
      done += 1
      if done % Self.stride == 0 { progress(Double(done) / Double(work)) }
      return output.failure == nil && !cancellation.isCancelled
    }
  }

  /// Counts an item that was written.
  private mutating func count(_ item: any CellModel) {
    summary.count += 1
    if (item as? any FieldReadable)?.errorMessage != nil { summary.unreadableCount += 1 }
  }

  /// Returns the JSON of the requested values of an item.
  ///
  /// An unreadable item does not have these values, so its complete text is returned.
  private func json(of item: any CellModel) -> [UInt8] {
    guard let paths, (item as? any FieldReadable)?.errorMessage == nil else {
      return ItemSerializer.json(of: item)
    }
    let values = ItemSerializer.values(at: paths, of: item)
    return CompactJSON.bytes(
      of: zip(paths, values).compactMap { path, value in
        value.map { FieldValue.Field(name: path, value: $0) }
      })
  }

  private mutating func writeLines() {
    forEachItem { pass, item in
      pass.output.append(pass.json(of: item))
      pass.output.append("\n")
      pass.count(item)
    }
  }

  private mutating func writeList() {
    output.append("[")
    forEachItem { pass, item in
      pass.output.append(pass.summary.count == 0 ? "\n" : ",\n")
      pass.output.append(pass.json(of: item))
      pass.count(item)
    }
    output.append(summary.count == 0 ? "]\n" : "\n]\n")
  }

  // MARK: - Rows

  private mutating func writeRows(delimiter: UInt8) {
    guard var paths else { return writeAllColumns(delimiter) }
    // An unreadable item has only the field `raw`, which must not be lost.
    var hasFaults = false
    forEachItem { _, item in
      if (item as? any FieldReadable)?.errorMessage != nil { hasFaults = true }
    }
    if hasFaults, !paths.contains("raw") { paths.append("raw") }
    writeRow(paths.map { Array($0.utf8) }, delimiter)
    forEachItem { pass, item in
      let values = ItemSerializer.values(at: paths, of: item)
      pass.writeRow(values.map { $0.map(ItemSerializer.text) ?? [] }, delimiter)
      pass.count(item)
    }
  }

  private mutating func writeAllColumns(_ delimiter: UInt8) {
    var columns: [FieldName: Int] = [:]
    var names: [String] = []
    forEachItem { _, item in
      for field in ItemSerializer.fields(of: item) where columns[FieldName(field.name)] == nil {
        columns[FieldName(field.name)] = names.count
        names.append(field.name)
      }
    }
    if names.isEmpty { return }
    writeRow(names.map { Array($0.utf8) }, delimiter)
    forEachItem { pass, item in
      var cells = [[UInt8]](repeating: [], count: names.count)
      var isFilled = [Bool](repeating: false, count: names.count)
      for field in ItemSerializer.fields(of: item) {
        // Of several fields with the same name, the first counts.
        guard let column = columns[FieldName(field.name)], !isFilled[column] else { continue }
        isFilled[column] = true
        cells[column] = ItemSerializer.text(of: field.value)
      }
      pass.writeRow(cells, delimiter)
      pass.count(item)
    }
  }

  private mutating func writeRow(_ cells: [[UInt8]], _ delimiter: UInt8) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(delimiter) }
      // A blank line would not be read as a row.
      let isQuoted =
        cell.isEmpty
        ? cells.count == 1
        : cell.contains { $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13 }
          || cell.first == UInt8(ascii: " ") || cell.last == UInt8(ascii: " ")
      guard isQuoted else {
        output.append(cell)
        continue
      }
      output.append("\"")
      for byte in cell {
        if byte == UInt8(ascii: "\"") { output.append(byte) }
        output.append(byte)
      }
      output.append("\"")
    }
    output.append("\n")
  }
}

/// The name of a field, which is compared by its bytes.
///
/// Names with different Unicode normalization, such as the two encodings of "é", are different.
private struct FieldName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: FieldName, other: FieldName) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// A buffer that passes bytes to the system in large blocks.
///
/// Bytes after an error are discarded.
struct ItemOutput {
  /// The descriptor, or `nil` to retain the bytes in the buffer.
  private let descriptor: Int32?
  private(set) var buffer: [UInt8] = []

  /// The maximum number of bytes that are retained.
  private let limit: Int

  /// The `errno` of the first error, or `nil`.
  private(set) var failure: Int32?

  private static let capacity = 1 << 16

  init(_ descriptor: Int32) { (self.descriptor, limit) = (descriptor, .max) }

  /// Creates a buffer of a text in memory, which fails if the text has more than `limit` bytes.
  init(inMemoryUpTo limit: Int) { (descriptor, self.limit) = (nil, limit) }

  mutating func append(_ bytes: [UInt8]) {
    buffer += bytes
    if buffer.count >= Self.capacity { flush() }
  }

  mutating func append(_ byte: UInt8) { buffer.append(byte) }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { buffer += $0 }
    if buffer.count >= Self.capacity { flush() }
  }

  /// Writes the buffered bytes to the descriptor.
  mutating func flush() {
    guard let descriptor else {
      if buffer.count > limit { failure = EFBIG }
      return
    }
    var remaining = buffer[...]
    while !remaining.isEmpty, failure == nil {
      let count = remaining.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        remaining = remaining.dropFirst(count)
      } else if errno != EINTR {
        failure = errno
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
