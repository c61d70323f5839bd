internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Export of the marked items or the whole list to a file.
extension Browser {
  /// A file that is being written, and the share from 0 to 1 that is complete.
  struct ExportState {
    let job: ExportTask
    var share = 0.0

    var file: ExportFile { job.file }
  }

  func openWritePrompt() {
    if writing != nil { return refuseToWrite() }
    guard chosenForWriting != nil else {
      return showMessage(localized("nothing to export"))
    }
    completion = Completion()
    open(Prompt(.write))
  }

  /// The items to export: the marked items, or all items of the list.
  private var chosenForWriting: ItemSubset? {
    guard let screen, let page = screen.focusedPage as? ListPageViewModel else { return nil }
    return screen.markedCount > 0 ? screen.targetItems : ItemSubset(allOf: page.list.snapshot)
  }

  /// Writes to the file with a name, or asks for confirmation if the file exists.
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
    let job = ExportTask(file)
    writing = ExportState(job: job)
    let fields = shownFields
    job.start(
      chosen, at: fields,
      tell: { [weak self] share in
        self?.writing?.share = share
        self?.control?.setNeedsDisplay()
      },
      end: { [weak self] result in
        self?.writing = nil
        self?.report(result, of: file, columnCount: fields?.count)
        self?.control?.setNeedsDisplay()
      })
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

  /// Cancels the current export.
  ///
  /// - Returns: `true` if an export was running.
  func stopWriting() -> Bool {
    writing?.job.cancel()
    return writing != nil
  }

  /// Cancels the export at the end of the program and removes the incomplete file.
  func endWriting() { writing?.job.cancelAndWait() }

  /// The progress of the export as text, or an empty string if none is running.
  var writingRemark: String {
    guard let writing else { return "" }
    return localized("exporting \(writing.file.path) \(Int(writing.share * 100)) % (Esc stops)")
  }
}
