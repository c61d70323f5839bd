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
  ///   - folder: one whose files are meant as well; nil for none. It may be missing.
  ///   - ending: how the names of those end that may be links to files elsewhere.
  ///   - perform: called on the main actor when the files may be others than they were.
  public init?(
    of paths: [String], in folder: String? = nil, ending: String = "",
    perform: @escaping @MainActor () -> Void
  ) {
    let place = Place(paths: paths, folder: folder, ending: ending)
    let found = place.found
    guard let watch = FileWatch(found, Place.files(at: found), folder: folder) else { return nil }
    self.watch = watch
    let ended = isWatching
    let tell: @MainActor @Sendable () -> Void = { if !ended.isCancelled { perform() } }
    let isStarted = BackgroundThread.run {
      // What came before the watch was there gives no event.
      var hasNews = place.renew(watch)
      while !ended.isCancelled {
        if hasNews { DispatchQueue.main.async { MainActor.assumeIsolated { tell() } } }
        guard watch.next(), watch.settle() else { return }
        // Other files may stand at the paths now.
        _ = place.renew(watch)
        hasNews = true
      }
    }
    if !isStarted { return nil }
  }

  deinit {
    isWatching.cancel()
    watch.cancel()
  }
}

/// Where the files are that are watched.
private struct Place {
  let paths: [String]
  let folder: String?
  let ending: String

  /// So often is looked again while somebody works at the same time.
  private static let looks = 8

  /// The paths that there are now.
  var found: [String] {
    paths + (folder.flatMap { SmallFile.paths(in: $0, ending: ending) } ?? [])
  }

  /// Watches what there is now, until it is what is watched.
  ///
  /// - Returns: whether it was something else before.
  func renew(_ watch: FileWatch) -> Bool {
    for look in 0..<Self.looks {
      let found = found
      if !watch.renew(Self.files(at: found), at: found) { return look > 0 }
    }
    return true
  }

  /// The files that there are.
  static func files(at paths: [String]) -> [FileBytes] {
    paths.compactMap { path in
      guard let input = try? ByteInput.open(path), !input.isStream else { return nil }
      return input.file
    }
  }
}
