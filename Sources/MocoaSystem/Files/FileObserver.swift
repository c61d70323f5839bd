internal import Glibc
internal import MocoaModel

/// An observer that notifies its owner when one of some files is changed or replaced.
///
/// Use it for small files that are read as a whole. Changes in quick succession cause one
/// notification after the last of them. One thread watches all files of an observer, and all
/// observers share the inotify instance of the process.
@MainActor
package final class FileObserver {
  private let watch: FileWatcher
  private let isWatching = CancellationToken()

  /// Creates an observer of files, or returns `nil` if the system limit of watches is reached.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files. A file may be missing; its creation is a change.
  ///   - folder: A folder whose files are observed too, or `nil`. It may be missing.
  ///   - ending: The suffix of the names of the files and symbolic links to observe in the folder.
  ///   - perform: A closure that is called on the main actor after the files may have changed.
  package init?(
    of paths: [String], in folder: String? = nil, ending: String = "",
    perform: @escaping @MainActor () -> Void
  ) {
    let location = ObservedLocation(paths: paths, folder: folder, ending: ending)
    let found = location.found
    guard let watch = FileWatcher(found, ObservedLocation.files(at: found), folder: folder) else {
      return nil
    }
    self.watch = watch
    let ended = isWatching
    let notify: @MainActor @Sendable () -> Void = { if !ended.isCancelled { perform() } }
    let isStarted = BackgroundThread.run {
      // Changes before the watch started cause no event.
      var hasChanges = location.renew(watch)
      while !ended.isCancelled {
        if hasChanges { MainActorScheduler.schedule { notify() } }
        guard watch.next(), watch.waitForQuiet() else { return }
        // The paths may refer to other files now.
        _ = location.renew(watch)
        hasChanges = true
      }
    }
    if !isStarted { return nil }
  }

  deinit {
    isWatching.cancel()
    watch.cancel()
  }
}

/// The paths of the observed files.
private struct ObservedLocation {
  let paths: [String]
  let folder: String?
  let ending: String

  /// The maximum number of attempts to watch the files while other programs replace them.
  private static let maxRetries = 8

  /// The paths of the observed files that exist now.
  var found: [String] {
    paths + (folder.flatMap { SmallFile.paths(in: $0, ending: ending) } ?? [])
  }

  /// Watches the observed files that exist now.
  ///
  /// The method repeats this until no file is replaced while it runs.
  ///
  /// - Returns: `true` if the files differ from those watched before.
  func renew(_ watch: FileWatcher) -> Bool {
    for look in 0..<Self.maxRetries {
      let found = found
      if !watch.renew(Self.files(at: found), at: found) { return look > 0 }
    }
    return true
  }

  /// Returns the files at some paths, without missing ones.
  static func files(at paths: [String]) -> [any OpenFile] {
    paths.compactMap { ObservedFile($0) }
  }
}
