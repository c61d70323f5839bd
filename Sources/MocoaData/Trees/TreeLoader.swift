internal import MocoaJSON
internal import MocoaModel

/// Reads the children of an array or object as records.
///
/// Only the offsets and hashes of the children are stored. A child is parsed when it is displayed.
struct TreeLoader {
  let cancellation: CancellationToken

  /// Returns the children of a record.
  ///
  /// - Returns: The children that were read, and the error that ended reading early, or `nil`.
  func children(of record: Record) -> (records: ElementSequence, failure: SourceError?) {
    var list = RecordList()
    let input = ByteInput(available: record.bytes.file)
    let finder = RecordFinder(input: input, pointer: .root, cancellation: cancellation)
    do throws(SourceError) {
      guard record.isJSON, record.container != nil,
        case .container(let layout, let start) = try finder.target(at: record.bytes.range)
      else { return (ElementSequence(), nil) }
      var reader = InputReader(input, from: start, cancellation)
      reader.end = record.bytes.range.upperBound
      let indexer = LineIndexer(seed: RecordLoader.seed, identity: .position)
      let source = RecordChunk.Source(
        bytes: record.bytes.file, pointer: record.pointer, kindField: nil)
      var pass = RecordPass(
        reader, ChildSplitter(input, from: start, indexer), BatchWriter(source, layout))
      var isEnd = false
      while !isEnd, !cancellation.isCancelled { isEnd = try pass.run { list.add($0) } }
      return (list.snapshot.sections[0].items, nil)
    } catch {
      return (list.snapshot.sections[0].items, error)
    }
  }
}

extension RecordChunk {
  /// The numbers of bytes of a record that are read for its name, one after the other until one
  /// suffices.
  private static let nameSizes = [160, 1 << 14]

  /// Returns the name of a record, and the kind of container that it contains.
  ///
  /// The record is parsed only if its name is very long. The name is `nil` for records without
  /// names.
  func outline(ofEntry index: Int) -> (name: String?, container: ContainerKind?) {
    let range = range(ofEntry: index)
    for size in Self.nameSizes {
      let head = file(range.lowerBound..<min(range.upperBound, range.lowerBound + size))
      guard layout == .members else {
        return (nil, head.withUnsafeBytes { JSONScanner.container(of: $0) })
      }
      if let end = head.withUnsafeBytes({ JSONScanner.endOfValue(in: $0, from: 0) }),
        case .string(let name)? = try? JSON.parse(head[..<end])
      {
        let value = head[end...].drop { $0.isJSONBlank || $0 == UInt8(ascii: ":") }
        // The value may begin after the bytes that were read.
        if value.isEmpty, range.count > size { continue }
        return (name, value.withUnsafeBytes { JSONScanner.container(of: $0) })
      }
      if range.count <= size { break }
    }
    let record = element(at: index) as? Record
    return (record?.name, record?.container)
  }

  private func file(_ range: Range<Int>) -> [UInt8] { source.bytes.read(range) ?? [] }
}
