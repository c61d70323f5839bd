internal import Glibc
internal import MocoaLocalization
package import MocoaModel
internal import MocoaSystem

/// A file to which items are written, completely or not at all.
package struct ExportFile: Sendable, Equatable {
  /// The format of the file, which its extension determines.
  package enum Format: String, Sendable, CaseIterable {
    /// An array of the items.
    case json

    /// One item on each line.
    case ndjson

    /// Rows of values after a row with the names of all fields, in the order of their first
    /// occurrence.
    case csv, tsv

    /// Creates the format for the extension of a path, or returns `nil` if no format has the
    /// extension.
    package init?(path: String) {
      let name = path.split(separator: "/").last ?? ""
      guard let dot = name.lastIndex(of: ".") else { return nil }
      switch name[dot...].dropFirst().lowercased() {
      case "json": self = .json
      case "ndjson", "jsonl": self = .ndjson
      case "csv": self = .csv
      case "tsv", "tab": self = .tsv
      default: return nil
      }
    }
  }

  /// The reason why the file was not written.
  package enum ExportError: Error, Equatable, CustomStringConvertible {
    case format(String)
    case noFile(String)
    case writeFailed(String, Int32)
    case cancelled(String)
    case sourceChanged(String)

    package var description: String {
      switch self {
      case .format(let path):
        localized("\(path): unknown export format (use .json, .ndjson, .csv or .tsv)")
      case .noFile(let path): localized("\(path): not a regular file")
      case .writeFailed(let path, let code):
        localized("\(path): cannot be written: \(String(cString: strerror(code)))")
      case .cancelled(let path): localized("\(path): not exported")
      case .sourceChanged(let path):
        localized("\(path): not exported: the source changed while reading")
      }
    }
  }

  /// A summary of the written items.
  package struct Summary: Sendable, Equatable {
    /// The number of items that were written.
    package var count = 0

    /// The number of unreadable items that were written as plain text.
    package var unreadableCount = 0
  }

  package let path: String
  private let format: Format

  /// The name of the file.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Creates a file whose extension determines the format.
  ///
  /// - Throws: ``ExportError/format(_:)`` for another extension.
  package init(path: String) throws(ExportError) {
    guard let format = Format(path: path) else { throw .format(path) }
    (self.path, self.format) = (path, format)
  }

  /// A Boolean value that indicates whether a file exists at the path.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// Writes items to a temporary file in the same folder and then replaces the file with it.
  ///
  /// Other programs always see either the old file or the complete new one. A file that appears
  /// while the items are written is not replaced.
  ///
  /// The closure `progress` receives the completed fraction, from 0 to 1. It is called on the current
  /// thread.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - paths: The paths of the values to write, or `nil` to write complete items.
  ///   - cancellation: A token that cancels the export.
  /// - Returns: A summary of the written items.
  /// - Throws: ``ExportError`` if the file was not written.
  package func write(
    _ items: ItemSubset, at paths: [String]? = nil,
    _ cancellation: CancellationToken = CancellationToken(),
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(ExportError) -> Summary {
    var status = stat()
    let target = SmallFile.resolvedPath(of: path)
    let isThere = stat(target, &status) == 0
    let kind = isThere ? status.st_mode & S_IFMT : S_IFREG
    guard kind == S_IFREG || kind == S_IFCHR else { throw .noFile(path) }
    // A device cannot be replaced and is written directly.
    let isReplaced = kind == S_IFREG
    // The draft of a private file is readable only by its owner.
    let draft = isReplaced ? try makeDraft(of: target, mode: isThere ? 0o600 : 0o666) : nil
    let descriptor = draft?.descriptor ?? open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .writeFailed(path, errno) }
    if isThere, isReplaced { fchmod(descriptor, status.st_mode & 0o7777) }
    // The draft stays locked until it has replaced the file.
    let lock = draft == nil ? -1 : dup(descriptor)
    defer { if lock >= 0 { close(lock) } }
    var pass = ExportWriter(
      items, at: paths, format, ItemOutput(descriptor), cancellation, progress: progress)
    var failure = pass.run().map(error)
    if failure == nil, isReplaced, fsync(descriptor) != 0, errno != EINVAL {
      failure = .writeFailed(path, errno)
    }
    if close(descriptor) != 0, failure == nil { failure = .writeFailed(path, errno) }
    if failure == nil, let draft, !(isThere ? draft.replaceTarget() : draft.createTarget()) {
      failure = .writeFailed(path, errno)
    }
    if let failure {
      draft?.remove()
      throw failure
    }
    return pass.summary
  }

  /// Returns the error for a system error code.
  private func error(_ code: Int32) -> ExportError {
    switch code {
    case ECANCELED: .cancelled(path)
    case ESTALE: .sourceChanged(path)
    default: .writeFailed(path, code)
    }
  }

  private func makeDraft(of target: String, mode: mode_t) throws(ExportError) -> Draft {
    do throws(Draft.CreationError) {
      return try Draft(of: target, mode: mode)
    } catch {
      throw .writeFailed(path, error.code)
    }
  }
}

/// A task that writes items to a file on a background thread.
package final class ExportTask: Sendable {
  /// The file that the task writes.
  package let file: ExportFile

  private let cancellation = CancellationToken()
  private let isDone = Monitor(false)
  private let progress = Mailbox<Double>()

  /// Creates a task that is not started.
  package init(_ file: ExportFile) { self.file = file }

  /// Starts the task.
  ///
  /// The closure `progress` receives the completed fraction, from 0 to 1, on the main actor.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - paths: The paths of the values to write, or `nil` to write complete items.
  ///   - end: A closure that receives the result on the main actor.
  package func start(
    _ items: ItemSubset, at paths: [String]? = nil,
    progress: @escaping @MainActor @Sendable (Double) -> Void,
    completion end:
      @escaping @MainActor @Sendable (Result<ExportFile.Summary, ExportFile.ExportError>) -> Void
  ) {
    let work: @Sendable () -> Void = { [self] in
      let result = Result { () throws(ExportFile.ExportError) in
        try file.write(items, at: paths, cancellation) { share in
          self.progress.post(merging: { _ in share }) {
            if let share = self.progress.take() { progress(share) }
          }
        }
      }
      isDone.update { $0 = true }
      MainActorScheduler.schedule { end(result) }
    }
    // If no thread is available, writing blocks the current thread.
    if !BackgroundThread.run(work) { work() }
  }

  /// Cancels the task and removes its temporary file.
  package func cancel() { cancellation.cancel() }

  /// Cancels the task, and waits at most one second until its temporary file is removed.
  package func cancelAndWait() {
    cancel()
    _ = isDone.wait(atMost: .seconds(1)) { $0 }
  }
}
