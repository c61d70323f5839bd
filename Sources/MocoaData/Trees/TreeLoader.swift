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
  /// The maximum number of bytes of a record that are read for its name.
  private static let nameSize = 160

  /// Returns the name of a record, and the kind of container that it contains, without parsing the
  /// record.
  ///
  /// The name is `nil` for records without names and for very long names.
  func outline(ofEntry index: Int) -> (name: String?, container: ContainerKind?) {
    let range = range(ofEntry: index)
    let head = file(range.lowerBound..<min(range.upperBound, range.lowerBound + Self.nameSize))
    guard layout == .members else {
      return (nil, head.withUnsafeBytes { JSONScanner.container(of: $0) })
    }
    guard let end = head.withUnsafeBytes({ JSONScanner.endOfValue(in: $0, from: 0) }),
      case .string(let name)? = try? JSON.parse(head[..<end])
    else { return (nil, nil) }
    let value = head[end...].drop { $0.isJSONBlank || $0 == UInt8(ascii: ":") }
    return (name, value.withUnsafeBytes { JSONScanner.container(of: $0) })
  }

  private func file(_ range: Range<Int>) -> [UInt8] { source.bytes.read(range) ?? [] }
}
