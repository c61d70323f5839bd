internal import MocoaLanguage
internal import Mocoa
internal import MocoaTerminal

/// What is copied to the clipboard, and what is written to a file.
extension Browser {
  /// Copies what is shown: the row under the cursor; in the inspector of a placeholder, the manifest that
  /// fills it; in another panel, its text.
  func copy() {
    switch overlay {
    case .panel(let panel):
      guard case .inspector(let inspection) = panel.content, let suggestion = inspection.suggestion
      else { return copy(panel.text.plainText) }
      guard let manifest = suggestion.manifest else {
        return say(
          phrase("no manifest can fill this\(keys.remark((.copyCode, phrase("copies Swift"))))"))
      }
      copy(manifest.text)
    case .prompt: break
    case nil:
      guard let cell = screen?.selection else { return say(phrase("nothing to copy here")) }
      let renderer = PlainTextRenderer(isDebugging: true)
      copy(renderer.lines(of: cell).joined(separator: "\n"))
    }
  }

  /// Copies the URL of the page, with what of its list is shown and what the cursor is on.
  func copyURL() {
    guard let url = placeURL else { return say(phrase("nothing opens this place again")) }
    // Where there is no clipboard, it can be read at least.
    copy("\(url)", instead: "\(url)")
  }

  /// Copies the Swift that fills the placeholder that is inspected.
  func copyCode() {
    guard let suggestion else { return say(phrase("there is nothing to be registered here")) }
    copy(suggestion.code.joined(separator: "\n") + "\n")
  }

  /// Writes the manifest that fills the placeholder that is inspected to a file of its own.
  func writeManifest() {
    guard let suggestion else { return say(phrase("there is nothing to be registered here")) }
    guard let manifest = suggestion.manifest else {
      return say(
        phrase("no manifest can fill this\(keys.remark((.copyCode, phrase("copies Swift"))))"))
    }
    do throws(NewFile.Fault) {
      let name = try NewFile.write(manifest.text, named: manifest.name, in: folder)
      say(phrase("wrote \(name) (mocoa --manifest \(name) … uses it)"))
    } catch {
      warn("\(error)")
    }
  }

  /// What fills the placeholder that is inspected; nil where none is.
  private var suggestion: RegistrationSuggestion? {
    guard case .panel(let panel) = overlay, case .inspector(let inspection) = panel.content else {
      return nil
    }
    return inspection.suggestion
  }

  /// - Parameter other: what is said where there is no clipboard; nil for that there is none.
  private func copy(_ text: String, instead other: String? = nil) {
    guard let control else { return }
    guard !text.isEmpty else { return say(phrase("there is no text to copy here")) }
    do throws(ClipboardError) {
      try control.copy(text)
      let count = text.utf8.count
      // Whether it takes them, the terminal does not say.
      say(phrase("sent \(count, "byte", "bytes") to the terminal's clipboard"))
    } catch {
      if case .absent = error, let other { return say(other) }
      warn("\(error)")
    }
  }
}
