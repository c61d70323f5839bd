internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The keys that manifests define, and messages about errors in manifests.
extension Browser {
  /// The key bindings that the manifest of the current item defines.
  var manifestKeys: [KeyTable<Action>.Binding] {
    let keys = (listScreen?.currentCell as? TemplateCellViewModel)?.template?.keys ?? []
    return keys.map {
      .init([.character($0.key)], .openByKey($0.key), localized("open \($0.url.text)"))
    }
  }

  /// Opens the URL that the manifest of the current item binds to a key.
  func open(byKey key: Unicode.Scalar) {
    guard let cell = listScreen?.currentCell as? TemplateCellViewModel else { return }
    guard let url = cell.destination(ofKey: key) else {
      showMessage(
        localized(
          "this record lacks a field that the key needs\(keys.hint((.inspect, localized("inspects it"))))"
        ))
      return
    }
    go(to: url)
  }

  /// Shows errors of manifests now and when a manifest changes.
  ///
  /// The browser is drawn again after each change.
  func tell(of manifests: ManifestCatalog) {
    if let first = manifests.errorMessages.first {
      let rest = manifests.errorMessages.count - 1
      showWarning(
        rest == 0
          ? first : localized("\(first) (and \(rest) more manifests: mocoa modules --check)"))
    }
    manifests.onChange = { [weak self] text, isWrong in
      if isWrong { self?.showWarning(text) } else { self?.showMessage(text) }
      self?.control?.setNeedsDisplay()
    }
  }
}
