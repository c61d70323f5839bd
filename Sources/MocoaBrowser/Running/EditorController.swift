internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Opens the current item in an editor.
@MainActor
final class EditorController {
  private unowned let context: any ControllerContext

  /// The controller that runs the editor.
  private unowned let commands: CommandController

  /// A Boolean value that indicates whether an editor was stopped because the program must end.
  private var isEnding = false

  init(_ context: any ControllerContext, commands: CommandController) {
    (self.context, self.commands) = (context, commands)
  }

  /// Opens the file that contains the current item, at the line of the item.
  ///
  /// For an item without a file, a copy of it is opened.
  func edit() {
    guard let page = context.screen?.focusedPage as? ListPageViewModel,
      let path = context.listScreen?.currentCell?.shownPath, page.list.snapshot.contains(path)
    else { return context.showMessage(localized("nothing to edit")) }
    let item = page.list.snapshot.element(at: path)
    if let target = (page as? any ReopenablePage)?.editTarget(for: item) { return edit(target) }
    do throws(EditorCopy.CopyError) {
      let copy = try EditorCopy(ItemSerializer.json(of: item) + [UInt8(ascii: "\n")])
      let isEdited = edit([copy.path], inheriting: copy.lock)
      let ending = copy.end()
      if ending != .removed {
        tellKept(ending)
      } else if isEdited {
        context.showMessage(localized("the read-only copy was not changed and was removed"))
      }
    } catch {
      context.showWarning("\(error)")
    }
  }

  /// Shows the path of a copy that remains on the disk.
  ///
  /// If the program is ending, the path is also printed.
  private func tellKept(_ copy: EditorCopy.Ending) {
    guard let text = Self.keptCopies([copy]) else { return }
    context.showWarning(text)
    if isEnding { StandardStreams.printError(text) }
  }

  /// Returns a message with the paths of the copies that remain on the disk, or `nil` if none
  /// remain.
  static func keptCopies(_ copies: [EditorCopy.Ending]) -> String? {
    let texts = copies.compactMap { copy -> String? in
      switch copy {
      case .removed: nil
      case .changed(let path): localized("changed copy saved in \(path)")
      case .leftFiles(let path): localized("files left by the editor are in \(path)")
      case .inUse(let path): localized("an editor still uses the copy \(path)")
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  /// Opens an object in the editor if it is a file.
  private func edit(_ target: EditTarget) {
    switch target {
    case .file(let path, let line):
      edit([line.map { "+\($0)" }, Self.operand(path)].compactMap(\.self))
    case .folder:
      context.showMessage(
        localized("cannot edit a folder\(context.keys.hint((.open, localized("opens it"))))"))
    case .unavailable(let reason): context.showMessage(reason)
    }
  }

  /// Runs the editor with arguments.
  ///
  /// - Returns: `true` if the editor exited with status 0.
  @discardableResult
  private func edit(_ arguments: [String], inheriting lock: Int32? = nil) -> Bool {
    let editor = commands.shell.editor
    // The shell splits the setting into words, because it may have arguments, as in "code --wait".
    let words = ["/bin/sh", "-c", "\(editor) \"$@\"", editor] + arguments
    let outcome = commands.runInForeground(ForegroundCommand(words, inheriting: lock), title: nil)
    if case .failure(.stopped) = outcome { isEnding = true }
    switch outcome {
    case .success(.exit(0)): return true
    case .success(.exit(126)), .success(.exit(127)):
      context.showWarning(localized("\(editor): no such editor (set $VISUAL or $EDITOR)"))
    case .success(let end): context.showWarning("\(editor): \(end.remark)")
    case .failure(let failure): context.showWarning("\(editor): \(failure)")
    case nil: break
    }
    return false
  }

  /// Returns a path in a form that no program interprets as an option.
  private static func operand(_ path: String) -> String {
    path.hasPrefix("-") || path.hasPrefix("+") ? "./\(path)" : path
  }
}
