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
    do throws(TemporaryCopy.Fault) {
      let copy = try TemporaryCopy(ItemExport.json(of: item) + [UInt8(ascii: "\n")])
      defer { copy.remove() }
      if edit([copy.path]) { say(phrase("that was a copy: its changes are not kept")) }
    } catch {
      warn("\(error)")
    }
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
  private func edit(_ arguments: [String]) -> Bool {
    let editor = shell.editor
    // Words of a shell, as "code --wait" is two.
    let words = ["/bin/sh", "-c", "\(editor) \"$@\"", editor] + arguments
    switch lend(to: ForegroundCommand(words), title: nil) {
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

/// A file that is there as long as somebody looks at it, and cannot be written to.
struct TemporaryCopy {
  let path: String

  /// Why there is none.
  struct Fault: Error, CustomStringConvertible {
    let folder: String
    let code: Int32

    var description: String {
      phrase("\(folder): no copy can be made: \(String(cString: strerror(code)))")
    }
  }

  init(_ bytes: [UInt8]) throws(Fault) {
    let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    let place = folder ?? "/tmp"
    var name = Array("\(place)/mocoa-XXXXXX.json".utf8CString)
    let descriptor = mkstemps(&name, 5)
    guard descriptor >= 0 else { throw Fault(folder: place, code: errno) }
    path = name.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? place
    }
    defer { close(descriptor) }
    do throws(OutputError) {
      try StandardStreams.write(bytes, to: descriptor)
    } catch {
      unlink(path)
      throw Fault(folder: place, code: errno)
    }
    fchmod(descriptor, 0o400)
  }

  func remove() { unlink(path) }
}
