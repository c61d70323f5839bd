internal import MocoaData
internal import MocoaModel

/// What a page says of whether all that was changed in a store is on the disk.
///
/// It is nothing until something was, then `✓ saved`. Why something is not is told to the log as well.
@MainActor
final class SaveRemark {
  /// Tells the log a line, and whether something is not as it should be.
  typealias Tell = @MainActor (_ line: String, _ isTrouble: Bool) -> Void

  /// `saving…`, `✓ saved`, or why it is not.
  private(set) var text = ""

  /// Where the file lies, which would take all the room that a reason needs.
  private let folder: Substring
  private let tell: Tell
  private let onChange: @MainActor () -> Void
  private var token: ObservationToken?

  /// What was told last to be wrong; nil where all is well since.
  private var trouble: String?

  /// Tells when the text is another.
  ///
  /// - Parameter path: that of the file; nil where there is none.
  init(
    of store: EntityStore, path: String?, tell: @escaping Tell,
    onChange: @escaping @MainActor () -> Void
  ) {
    folder = path.flatMap { path in path.lastIndex(of: "/").map { path[...$0] } } ?? ""
    (self.tell, self.onChange) = (tell, onChange)
    token = store.observeSaving { [weak self] in self?.show($0) }
    if path == nil {
      text = "in memory only: no folder"
      complain(text)
    }
  }

  private func show(_ state: EntitySaveState) {
    switch state {
    case .saved:
      text = "✓ saved"
      if trouble != nil { tell("saved after all", false) }
      trouble = nil
    case .saving: text = "saving…"
    case .failed(let reason):
      text = "not saved: \(short(reason))"
      complain("not saved: \(reason)")
    }
    onChange()
  }

  /// Tells what is wrong, once for as long as it is.
  private func complain(_ line: String) {
    guard line != trouble else { return }
    trouble = line
    tell(line, true)
  }

  /// A reason without the folder that its file lies in.
  private func short(_ reason: String) -> Substring {
    reason.hasPrefix(folder) ? reason.dropFirst(folder.count) : reason[...]
  }

  /// Says from now on why nothing is saved, whatever the store says.
  func giveUp(_ reason: String) { end("not saved: ", reason) }

  /// Says from now on that samples are shown in the place of what cannot be read.
  func showSamples(_ reason: String) { end("samples only, not saved: ", reason) }

  private func end(_ what: String, _ reason: String) {
    token = nil
    text = what + short(reason)
    complain(what + reason)
    onChange()
  }
}
