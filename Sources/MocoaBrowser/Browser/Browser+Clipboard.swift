internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// Commands that copy text to the clipboard or write a manifest file.
extension Browser {
  /// Copies the current item, the text of a panel, or the suggested manifest for the placeholder in
  /// the inspector.
  func copy() {
    switch overlay {
    case .panel(let panel):
      guard case .inspector(let inspection) = panel.content, let suggestion = inspection.suggestion
      else { return copy(panel.text.plainText) }
      guard let manifest = suggestion.manifest else {
        return showMessage(
          localized(
            "no manifest can show this item\(keys.hint((.copyCode, localized("copies Swift code"))))"
          ))
      }
      copy(manifest.text)
    case .prompt: break
    case nil:
      guard let cell = listScreen?.currentCell else {
        return showMessage(localized("nothing to copy"))
      }
      let renderer = PlainTextRenderer(isDebugging: true)
      copy(renderer.lines(of: cell).joined(separator: "\n"))
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
    guard let suggestion else {
      return showMessage(localized("nothing to register"))
    }
    copy(suggestion.code.joined(separator: "\n") + "\n")
  }

  /// Writes the suggested manifest for the placeholder in the inspector to a new file.
  func writeManifest() {
    guard let suggestion else {
      return showMessage(localized("nothing to register"))
    }
    guard let manifest = suggestion.manifest else {
      return showMessage(
        localized(
          "no manifest can show this item\(keys.hint((.copyCode, localized("copies Swift code"))))")
      )
    }
    do throws(UniqueFile.WriteError) {
      let name = try UniqueFile.write(manifest.text, named: manifest.name, in: folder)
      showMessage(localized("saved \(name) (use: mocoa --manifest \(name) …)"))
    } catch {
      showWarning("\(error)")
    }
  }

  /// The suggested registration for the placeholder in the inspector, or `nil` if the inspector is
  /// closed or shows another view model.
  private var suggestion: RegistrationSuggestion? {
    guard case .panel(let panel) = overlay, case .inspector(let inspection) = panel.content else {
      return nil
    }
    return inspection.suggestion
  }

  /// Copies text to the clipboard of the terminal.
  ///
  /// - Parameter other: The message to show if the terminal has no clipboard. If it is `nil`, the
  ///   error is shown.
  private func copy(_ text: String, instead other: String? = nil) {
    guard let control else { return }
    guard !text.isEmpty else { return showMessage(localized("nothing to copy")) }
    do throws(ClipboardError) {
      try control.copy(text)
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
