internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// What a page says of whether all that was changed in a store is on the disk: nothing until
/// something was, then `✓ saved`.
@MainActor
final class SaveRemark {
  /// `saving…`, `✓ saved`, or why it is not.
  private(set) var text = ""

  private var token: ObservationToken?

  /// Tells when the text is another.
  init(of store: EntityStore, onChange: @escaping @MainActor () -> Void) {
    token = store.observeSaving { [weak self] state in
      self?.text = Self.text(of: state)
      onChange()
    }
  }

  private static func text(of state: EntitySaveState) -> String {
    switch state {
    case .saved: "✓ saved"
    case .saving: "saving…"
    case .failed(let reason): "not saved: \(reason)"
    }
  }
}
