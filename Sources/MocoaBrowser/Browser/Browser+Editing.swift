internal import MocoaLanguage
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Opening what the cursor is on in an editor.
extension Browser {
  /// Opens the file in which the item stands, on its line; what stands in none, as a copy.
  func editSource() {
    guard let page = screen?.focusedPage as? ListPageViewModel,
      let path = screen?.selection?.shownPath, page.list.snapshot.contains(path)
    else { return say(phrase("nothing here to be edited")) }
    let item = page.list.snapshot.element(at: path)
    if let file = (page as? RecordsPage)?.editablePath {
      let line = (item as? Record)?.lineNumber.map { "+\($0)" }
      edit([line, Self.operand(file)].compactMap(\.self))
      return
    }
    if let entry = item as? FolderEntry { return edit(entry) }
    do throws(EditorCopy.CopyError) {
      let copy = try EditorCopy(ItemExport.json(of: item) + [UInt8(ascii: "\n")])
      let isEdited = edit([copy.path], inheriting: copy.lock)
      let ending = copy.end()
      if ending != .removed {
        tellKept(ending)
      } else if isEdited {
        say(phrase("that was a copy: its changes are not kept"))
      }
    } catch {
      warn("\(error)")
    }
  }

  /// Shows where a copy stays; prints it too if the program ends, and shows nothing more.
  private func tellKept(_ copy: EditorCopy.Ending) {
    guard let text = Self.keptCopies([copy]) else { return }
    warn(text)
    if isEnding { StandardStreams.complain(text) }
  }

  /// A message with the paths of copies that stay; nil for none.
  static func keptCopies(_ copies: [EditorCopy.Ending]) -> String? {
    let texts = copies.compactMap { copy -> String? in
      switch copy {
      case .removed: nil
      case .changed(let path): phrase("a changed copy is kept in \(path)")
      case .leftFiles(let path): phrase("files that an editor left are kept in \(path)")
      case .inUse(let path): phrase("an editor still uses the copy \(path)")
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  /// Opens what stands in a folder, where that is a file.
  private func edit(_ entry: FolderEntry) {
    if let obstacle = entry.obstacle { return say(obstacle) }
    if entry.kind == .folder {
      return say(phrase("a folder is not edited\(keys.remark((.open, phrase("opens it"))))"))
    }
    edit([Self.operand(entry.path)])
  }

  /// - Returns: whether the editor was there.
  @discardableResult
  private func edit(_ arguments: [String], inheriting lock: Int32? = nil) -> Bool {
    let editor = shell.editor
    // Words of a shell, as "code --wait" is two.
    let words = ["/bin/sh", "-c", "\(editor) \"$@\"", editor] + arguments
    let outcome = lend(to: ForegroundCommand(words, inheriting: lock), title: nil)
    if case .failure(.stopped) = outcome { isEnding = true }
    switch outcome {
    case .success(.exit(0)): return true
    case .success(.exit(126)), .success(.exit(127)):
      warn(phrase("\(editor): no such editor (set $VISUAL or $EDITOR)"))
    case .success(let end): warn("\(editor): \(end.remark)")
    case .failure(let failure): warn("\(editor): \(failure)")
    case nil: break
    }
    return false
  }

  /// A path that no program takes for an option.
  private static func operand(_ path: String) -> String {
    path.hasPrefix("-") || path.hasPrefix("+") ? "./\(path)" : path
  }
}
