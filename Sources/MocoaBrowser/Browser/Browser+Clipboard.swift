internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// Commands that copy text to the clipboard or write a manifest file.
extension Browser {
  /// Opens the menu of the forms in which items are copied, or copies the text of a panel, or the suggested manifest for the placeholder in
  /// the inspector.
  func copy() {
    switch overlay {
    case .panel(let panel):
      guard let suggestion = updatedSuggestion() else { return copy(panel.text.plainText) }
      if let manifest = manifest(of: suggestion) { copy(manifest.text) }
    case .prompt: break
    case .copyMenu, nil:
      if listScreen?.currentCell == nil { return showMessage(localized("nothing to copy")) }
      overlay = .copyMenu
    }
  }

  /// Copies the URL of the page, with its query and the current item.
  func copyURL() {
    guard let url = makeLocationURL() else {
      return showMessage(localized("this page has no URL"))
    }
    // Without a clipboard, the status line shows the URL.
    copy("\(url)", instead: "\(url)")
  }

  /// Copies the suggested Swift code for the placeholder in the inspector.
  ///
  /// The code registers a module, whose view replaces the placeholder.
  func copyCode() {
    guard let suggestion = requireSuggestion() else { return }
    copy(suggestion.code.joined(separator: "\n") + "\n")
  }

  /// Writes the suggested manifest for the placeholder in the inspector to a new file.
  func writeManifest() {
    guard let suggestion = requireSuggestion(), let manifest = manifest(of: suggestion) else {
      return
    }
    do throws(UniqueFile.WriteError) {
      let name = try UniqueFile.write(manifest.text, named: manifest.name, in: folder)
      showMessage(localized("saved \(name) (use: mocoa --manifest \(name) …)"))
    } catch {
      showWarning("\(error)")
    }
  }

  /// Returns the current suggested registration for the placeholder in the inspector, or `nil` if the
  /// inspector is closed or shows another view model.
  private func updatedSuggestion() -> RegistrationSuggestion? {
    guard case .panel(let panel) = overlay, case .inspector(let inspection) = panel.content else {
      return nil
    }
    inspection.updateSuggestion()
    return inspection.suggestion
  }

  /// Returns the current suggestion, or shows that there is none.
  private func requireSuggestion() -> RegistrationSuggestion? {
    let suggestion = updatedSuggestion()
    if suggestion == nil { showMessage(localized("nothing to register")) }
    return suggestion
  }

  /// Returns the manifest of a suggestion, or shows that no manifest can show the item.
  private func manifest(of suggestion: RegistrationSuggestion) -> RegistrationSuggestion.Manifest? {
    if let manifest = suggestion.manifest { return manifest }
    showMessage(
      localized(
        "no manifest can show this item\(keys.hint((.copyCode, localized("copies Swift code"))))"))
    return nil
  }

  /// Copies text to the clipboard of the terminal.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - subject: The words for the text in the message, or `nil`.
  ///   - other: The message to show if the terminal has no clipboard. If it is `nil`, the error is
  ///     shown.
  func copy(_ text: String, _ subject: String? = nil, instead other: String? = nil) {
    guard let control else { return }
    guard !text.isEmpty else { return showMessage(localized("nothing to copy")) }
    do throws(ClipboardError) {
      try control.copy(text)
      if let subject {
        let characters =
          text.count == 1
          ? localized("1 character")
          : localized("\(NumberFormatting.grouped(text.count)) characters")
        return showMessage(localized("copied \(subject) · \(characters)"))
      }
      let count = text.utf8.count
      // The terminal does not confirm that it accepted the text.
      showMessage(
        localized("copied \(count, one: "byte", other: "bytes")"))
    } catch {
      if case .unavailable = error, let other { return showMessage(other) }
      showWarning("\(error)")
    }
  }
}
