internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A list printed to standard output, as its items arrive.
@MainActor
struct PlainListing {
  let list: ListViewModel
  let isDebugging: Bool

  /// Prints the list to its end.
  ///
  /// - Returns: why it is not complete, in one line; nil when it is.
  func print() async throws(OutputError) -> String? {
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = list.observe { _ in changed.yield() }
    defer { token.cancel() }
    var pending = changes.makeAsyncIterator()
    let renderer = PlainTextRenderer(isDebugging: isDebugging)
    var output = StandardOutput()
    var last: ListElement?
    while true {
      let phase = list.phase
      last = try renderer.write(list, from: last) { line throws(OutputError) in
        try output.line(line)
      }
      try output.flush()
      switch phase {
      case .finished: return nil
      case .failed(let reason): return reason
      case .loading: await pending.next()
      }
    }
  }
}
