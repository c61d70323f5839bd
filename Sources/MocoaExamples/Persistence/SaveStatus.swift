internal import MocoaModel
internal import MocoaStore

/// The save status of a store, formatted for a page.
///
/// The text is empty until the first change, then `saving…`, then `✓ saved` or the reason why the
/// changes are not saved. The reason is also logged.
@MainActor
final class SaveStatus {
  /// A closure that logs a line.
  ///
  /// The parameter `isTrouble` indicates whether the line describes an error.
  typealias Logger = @MainActor (_ line: String, _ isTrouble: Bool) -> Void

  /// `saving…`, `✓ saved`, or the reason why the changes are not saved.
  private(set) var text = ""

  /// The folder of the file.
  ///
  /// It is removed from the beginning of a reason to shorten the text.
  private let folder: Substring
  private let log: Logger
  private let onChange: @MainActor () -> Void
  private var token: ObservationToken?

  /// The last error that was logged, or `nil` if changes were saved after it.
  private var lastError: String?

  /// Creates the save status of a store.
  ///
  /// The closure `tell` logs each error, and the first success after an error. The closure
  /// `onChange` is called when the text changes.
  ///
  /// - Parameter path: The path of the file, or `nil` if there is none.
  init(
    of store: EntityStore, path: String?, log tell: @escaping Logger,
    onChange: @escaping @MainActor () -> Void
  ) {
    folder = path.flatMap { path in path.lastIndex(of: "/").map { path[...$0] } } ?? ""
    (self.log, self.onChange) = (tell, onChange)
    token = store.observeSaveState { [weak self] in self?.show($0) }
    if path == nil {
      text = "in memory only: no folder"
      logError(text)
    }
  }

  private func show(_ state: EntitySaveState) {
    switch state {
    case .saved:
      text = "✓ saved"
      if lastError != nil { log("saved after all", false) }
      lastError = nil
    case .saving: text = "saving…"
    case .failed(let reason):
      text = "not saved: \(short(reason))"
      logError("not saved: \(reason)")
    }
    onChange()
  }

  /// Logs an error, unless it equals `lastError`.
  private func logError(_ line: String) {
    guard line != lastError else { return }
    lastError = line
    log(line, true)
  }

  /// Returns a reason without the folder of the file.
  private func short(_ reason: String) -> Substring {
    reason.hasPrefix(folder) ? reason.dropFirst(folder.count) : reason[...]
  }

  /// Shows from now on why changes are not saved, regardless of the state of the store.
  func disable(reason: String) { end("not saved: ", reason) }

  /// Shows from now on that the page contains samples, and why the saved data is unreadable.
  func showSamples(_ reason: String) { end("samples only, not saved: ", reason) }

  private func end(_ what: String, _ reason: String) {
    token = nil
    text = what + short(reason)
    logError(what + reason)
    onChange()
  }
}
