internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// What a page says of whether all that was changed in a store is on the disk: nothing until
/// something was, then `✓ saved`.
@MainActor
final class SaveRemark {
  /// `saving…`, `✓ saved`, or why it is not.
  private(set) var text = ""

  /// Where the file lies, which would take all the room that a reason needs.
  private let folder: Substring
  private let onChange: @MainActor () -> Void
  private var token: ObservationToken?

  /// Tells when the text is another.
  ///
  /// - Parameter path: that of the file; nil where there is none.
  init(of store: EntityStore, path: String?, onChange: @escaping @MainActor () -> Void) {
    folder = path.flatMap { path in path.lastIndex(of: "/").map { path[...$0] } } ?? ""
    self.onChange = onChange
    if path == nil { text = "in memory only" }
    token = store.observeSaving { [weak self] in self?.show($0) }
  }

  private func show(_ state: EntitySaveState) {
    switch state {
    case .saved: text = "✓ saved"
    case .saving: text = "saving…"
    case .failed(let reason): text = refusal(reason)
    }
    onChange()
  }

  private func refusal(_ reason: String) -> String {
    "not saved: \(reason.hasPrefix(folder) ? reason.dropFirst(folder.count) : reason[...])"
  }

  /// Says from now on why nothing is saved, whatever the store says.
  func giveUp(_ reason: String) {
    token = nil
    text = refusal(reason)
    onChange()
  }

  /// Says from now on that samples are shown in the place of what cannot be read.
  func showSamples(_ reason: String) {
    token = nil
    text = "samples only, \(refusal(reason))"
    onChange()
  }
}
