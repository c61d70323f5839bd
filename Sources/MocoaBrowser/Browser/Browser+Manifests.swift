internal import MocoaLanguage
internal import Mocoa
internal import MocoaTerminal

/// What manifests have to do with the browser: the keys they give to rows, and what is wrong with them.
extension Browser {
  /// The keys that the manifest of the row under the cursor gives it.
  var manifestKeys: [KeyTable<Action>.Binding] {
    let keys = (screen?.selection as? TemplateCellViewModel)?.template?.keys ?? []
    return keys.map {
      .init([.character($0.key)], .openByKey($0.key), phrase("open \($0.url.text)"))
    }
  }

  /// Opens what the manifest of the row under the cursor has a key open.
  func open(byKey key: Unicode.Scalar) {
    guard let cell = screen?.selection as? TemplateCellViewModel else { return }
    guard let url = cell.destination(ofKey: key) else {
      say(
        phrase(
          "this record lacks a field that the key needs\(keys.remark((.inspect, phrase("inspects it"))))"
        ))
      return
    }
    go(to: url)
  }

  /// Says what is wrong with manifests, now and when one changes, and draws again what changed.
  func tell(of manifests: ManifestCatalog) {
    if let first = manifests.complaints.first {
      let rest = manifests.complaints.count - 1
      warn(
        rest == 0 ? first : phrase("\(first) (and \(rest) more manifests: mocoa modules --check)"))
    }
    manifests.onChange = { [weak self] text, isWrong in
      if isWrong { self?.warn(text) } else { self?.say(text) }
      self?.control?.setNeedsDisplay()
    }
  }
}
