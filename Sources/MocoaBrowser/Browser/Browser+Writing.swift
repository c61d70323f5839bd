internal import MocoaLanguage
internal import Glibc
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Export of the marked items or the whole list to a file.
extension Browser {
  /// A file that is being written, and the share from 0 to 1 that is complete.
  struct Writing {
    let job: ItemFileJob
    var share = 0.0

    var file: ItemFile { job.file }
  }

  func openWritePrompt() {
    if writing != nil { return refuseToWrite() }
    guard chosenForWriting != nil else { return say(phrase("there is no list here to be written")) }
    completion = Completion()
    open(Prompt(.write))
  }

  /// The items to export: the marked items, or all items of the list.
  private var chosenForWriting: ChosenItems? {
    guard let screen, let page = screen.focusedPage as? ListPageViewModel else { return nil }
    return screen.markedCount > 0 ? screen.chosen : ChosenItems(allOf: page.list.snapshot)
  }

  /// Writes to the file with a name, or asks for confirmation if the file exists.
  func write(to text: String) {
    let name = UserFolder.expanded(text)
    if name.allSatisfy(\.isWhitespace) { return }
    do throws(ItemFile.Fault) {
      let file = try ItemFile(path: name)
      if file.exists {
        overlay = .prompt(Prompt(.overwrite(file)))
      } else {
        write(file)
      }
    } catch {
      warn("\(error)")
      overlay = .prompt(Prompt(.write, text))
    }
  }

  func write(_ file: ItemFile) {
    guard let chosen = chosenForWriting else { return }
    if writing != nil { return refuseToWrite() }
    let job = ItemFileJob(file)
    writing = Writing(job: job)
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
    warn(
      phrase("one file at a time\(keys.remark((.escape, phrase("stops the one being written"))))"))
  }

  private func report(
    _ result: Result<ItemFile.Outcome, ItemFile.Fault>, of file: ItemFile, columnCount: Int?
  ) {
    switch result {
    case .failure(.cancelled): say(phrase("\(file.path): stopped, nothing was written"))
    case .failure(let fault): warn("\(fault)")
    case .success(let outcome):
      let count = phrase("\(outcome.count, "item", "items")")
      let rest = outcome.unreadableCount
      let columns = columnCount.map { phrase(", \($0, "column", "columns") of each,") }
      say(
        phrase("wrote \(count)\(columns ?? "") to \(file.path)")
          + (rest > 0 ? phrase(" (\(rest) cannot be read)") : ""))
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
    return phrase("writing \(writing.file.path) \(Int(writing.share * 100)) % (Esc stops)")
  }
}
