internal import Dispatch
internal import Glibc
internal import MocoaModel

/// Tells when a file is written to or replaced, for as long as it is held.
///
/// For small files that are read as a whole: what is written in many pieces is told once it rests.
@MainActor
public final class FileChanges {
  private let watch: FileWatch
  private let isWatching = Cancellation()

  /// Watches a file; nil where there is none, or the system has no watches left.
  ///
  /// - Parameter perform: called on the main actor when the file may be other than it was.
  public init?(of path: String, perform: @escaping @MainActor () -> Void) {
    guard let input = try? ByteInput.open(path), !input.isStream,
      let watch = FileWatch(path, input.bytes)
    else { return nil }
    self.watch = watch
    let (ended, name) = (isWatching, path)
    let tell: @MainActor @Sendable () -> Void = { if !ended.isCancelled { perform() } }
    let isStarted = BackgroundThread.run {
      while !ended.isCancelled {
        guard watch.next(), watch.settle() else { return }
        // Another file may stand at the path now.
        if let input = try? ByteInput.open(name), !input.isStream {
          watch.renew(input.bytes)
        } else {
          watch.renew()
        }
        DispatchQueue.main.async { MainActor.assumeIsolated { tell() } }
      }
    }
    if !isStarted { return nil }
  }

  deinit {
    isWatching.cancel()
    watch.cancel()
  }
}
