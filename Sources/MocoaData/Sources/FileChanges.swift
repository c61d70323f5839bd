internal import Dispatch
internal import Glibc
internal import MocoaModel

/// Tells when one of some files is written to or replaced, for as long as it is held.
///
/// For small files that are read as a whole: what is written in many pieces is told once it rests. All
/// of them, and a folder, cost one thread and one of the few watches that a user has.
@MainActor
public final class FileChanges {
  private let watch: FileWatch
  private let isWatching = Cancellation()

  /// Watches some files; nil where the system has no watches left.
  ///
  /// - Parameters:
  ///   - paths: those of the files; one may be missing, and is told of when it comes.
  ///   - folder: one in which every file is meant; nil for none.
  ///   - perform: called on the main actor when the files may be others than they were.
  public init?(
    of paths: [String], in folder: String? = nil, perform: @escaping @MainActor () -> Void
  ) {
    guard let watch = FileWatch(paths, Self.files(at: paths), folder: folder) else { return nil }
    self.watch = watch
    let ended = isWatching
    let tell: @MainActor @Sendable () -> Void = { if !ended.isCancelled { perform() } }
    let isStarted = BackgroundThread.run {
      while !ended.isCancelled {
        guard watch.next(), watch.settle() else { return }
        // Other files may stand at the paths now.
        watch.renew(Self.files(at: paths))
        DispatchQueue.main.async { MainActor.assumeIsolated { tell() } }
      }
    }
    if !isStarted { return nil }
  }

  /// The files that there are.
  private nonisolated static func files(at paths: [String]) -> [FileBytes] {
    paths.compactMap { path in
      guard let input = try? ByteInput.open(path), !input.isStream else { return nil }
      return input.bytes
    }
  }

  deinit {
    isWatching.cancel()
    watch.cancel()
  }
}
