internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Export of the marked items or of all items to a file.
extension Browser {
  /// The file that is being written, or `nil`.
  var writing: ExportFile? { export.file }

  func openWritePrompt() {
    if writing != nil { return refuseToWrite() }
    guard chosenForWriting != nil else {
      return showMessage(localized("nothing to export"))
    }
    open(Prompt(.write))
  }

  /// The items to export: the marked items or, if none is marked, all items of the list.
  private var chosenForWriting: ItemSubset? {
    guard let page = listPage else { return nil }
    let hasMarks = listScreen.map { $0.markedCount > 0 } ?? false
    return hasMarks ? listScreen?.targetItems : ItemSubset(allOf: page.list.snapshot)
  }

  /// Exports items to the file with a name.
  ///
  /// If the file exists, the user is asked for confirmation first.
  func write(to text: String) {
    let name = XDGDirectory.expanded(text)
    if name.allSatisfy(\.isWhitespace) { return }
    do throws(ExportFile.ExportError) {
      let file = try ExportFile(path: name)
      if file.exists {
        overlay = .prompt(Prompt(.overwrite(file)))
      } else {
        write(file)
      }
    } catch {
      showWarning("\(error)")
      overlay = .prompt(Prompt(.write, text))
    }
  }

  func write(_ file: ExportFile) {
    guard let chosen = chosenForWriting else { return }
    if writing != nil { return refuseToWrite() }
    let fields = queries.shownFields
    export.start(chosen, fields: fields, to: file) { [weak self] result in
      self?.report(result, of: file, columnCount: fields?.count)
    }
  }

  private func refuseToWrite() {
    showWarning(
      localized(
        "another export is running\(keys.hint((.escape, localized("stops it"))))"))
  }

  private func report(
    _ result: Result<ExportFile.Summary, ExportFile.ExportError>, of file: ExportFile,
    columnCount: Int?
  ) {
    switch result {
    case .failure(.cancelled): showMessage(localized("\(file.path): export canceled"))
    case .failure(let fault): showWarning("\(fault)")
    case .success(let outcome):
      let count = localized("\(outcome.count, one: "item", other: "items")")
      let rest = outcome.unreadableCount
      let columns = columnCount.map {
        localized(", \($0, one: "column", other: "columns") of each,")
      }
      showMessage(
        localized("exported \(count)\(columns ?? "") to \(file.path)")
          + (rest > 0 ? localized(" (\(rest) cannot be read)") : ""))
    }
  }
}
