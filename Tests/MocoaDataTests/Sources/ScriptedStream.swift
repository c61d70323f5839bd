import MocoaModel

@testable import MocoaData

/// A stream that returns bytes from a script, so that a pause takes no time.
final class ScriptedStream: ByteStream, @unchecked Sendable {
  // `@unchecked Sendable`, because only one thread reads the stream.
  enum Event {
    case bytes(ArraySlice<UInt8>)

    /// A pause that is longer than any timeout of a reader.
    case pause
  }

  let bytes = FileBytes(name: "stream")
  private var events: [Event]
  private var unpacker = StreamDecompressor("stream")
  private var isEnded = false
  private var failure: SourceError?

  /// A closure that the stream calls when a pause ends.
  var onPause: () -> Void = {}

  init(_ events: [Event]) {
    self.events = events.reversed()
  }

  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> ByteExtent
  {
    while bytes.size <= offset, !isEnded {
      if case .pause? = events.last {
        if limit != nil { break }
        onPause()
      }
      take(events.popLast())
    }
    if let failure, bytes.size <= offset { throw failure }
    return ByteExtent(count: bytes.size, isEnded: isEnded)
  }

  private func take(_ event: Event?) {
    let keep: StreamDecompressor.Output = { [bytes] piece throws(SourceError) in
      try bytes.append(piece)
      return true
    }
    do throws(SourceError) {
      switch event {
      case .bytes(let piece): _ = try unpacker.take(piece, keep)
      case .pause: break
      case nil:
        isEnded = true
        try unpacker.finish(keep)
      }
    } catch {
      (failure, isEnded) = (error, true)
    }
  }

  func wake() {}
  func stop() {}
}

/// The result of reading a script to its end.
struct ScriptedReading: Equatable {
  /// The rows at the end, each with its kind.
  var rows: [String] = []

  /// The error message at the end, or `nil` if reading succeeded.
  var failure: String?

  /// The rows at the end of each pause.
  var pauses: [[String]] = []

  /// The number of times that all rows were replaced.
  var restarts = 0

  /// The first change set that was not exact, or `nil` if all were exact.
  var fault: String?

  /// Creates a result by reading bytes as a file.
  init(file bytes: [UInt8], _ options: RecordOptions = RecordOptions()) {
    if case .compressed = Compression.detect(in: bytes) {
      read(ByteInput(ScriptedStream([.bytes(bytes[...])])), options, Shown())
    } else {
      read(ByteInput(bytes, name: "stream"), options, Shown())
    }
  }

  /// Creates a result by reading a scripted stream.
  init(_ events: [ScriptedStream.Event], _ options: RecordOptions = RecordOptions()) {
    let stream = ScriptedStream(events)
    let shown = Shown()
    stream.onPause = { shown.pauses.append(Self.rows(of: shown.list.snapshot)) }
    read(ByteInput(stream), options, shown)
    pauses = shown.pauses
  }

  private final class Shown {
    var list = RecordList()
    var pauses: [[String]] = []
  }

  private mutating func read(_ input: ByteInput, _ options: RecordOptions, _ shown: Shown) {
    let loader = RecordLoader(
      input: input, pointer: .root, options: options, cancellation: CancellationToken())
    var (fault, restarts) = (fault, 0)
    let ending = loader.run { batch in
      if batch.isRestart { restarts += 1 }
      let update = shown.list.add(batch)
      if !Self.isExact(update) { fault = fault ?? "\(update.changes)" }
    }
    (self.fault, self.restarts) = (fault, restarts)
    rows = Self.rows(of: shown.list.snapshot)
    failure = ending.failure.map { "\($0)" }
  }

  /// Returns a Boolean value that indicates whether a change set converts the old list to the new.
  private static func isExact(_ update: ListUpdate) -> Bool {
    guard let made = try? update.changes.applying(to: update.before, elementsFrom: update.after)
    else {
      return false
    }
    let places = (0..<made.itemCount).map { ItemPath(section: 0, item: $0) }
    return made.itemCount == update.after.itemCount
      && places.allSatisfy {
        made.id(at: $0) == update.after.id(at: $0)
          && made.isContentEqual(at: $0, in: update.after, at: $0)
      }
  }

  static func rows(of list: ListSnapshot) -> [String] {
    let items = list.sections[0].items
    return (0..<items.count).map { index in
      guard let record = items.element(at: index) as? Record else { return "?" }
      let value = record.value.scalarString ?? record.value.description
      return [
        record.name.map { "\($0): " } ?? "", record.errorMessage ?? value,
        record.truncatedText ?? "",
        record.warningMessage ?? "", " @", record.pointer ?? "",
      ].joined()
    }
  }
}
