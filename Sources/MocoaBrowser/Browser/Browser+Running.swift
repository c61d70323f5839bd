internal import MocoaLanguage
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Commands that are run on what is chosen.
extension Browser {
  func openCommandPrompt(_ purpose: Prompt.Purpose) {
    completion = Completion()
    open(Prompt(purpose))
  }

  /// Runs what was typed, with the chosen items in the place of its braces, or at its standard input.
  func runCommand(_ text: String, _ purpose: Prompt.Purpose) {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    let template = ShellTemplate(text)
    guard let chosen = screen?.chosen else {
      if template.namesItems || purpose == .pipe { return say(phrase("nothing here to run it on")) }
      return run(ForegroundCommand([shell.path(), "-c", text]), text)
    }
    let namesItems = template.names(chosen)
    guard !namesItems || chosen.count <= ShellTemplate.mostItems else { return tooMany() }
    do throws(ShellTemplate.Fault) {
      let words = [shell.path(quotes: namesItems), "-c", try template.command(for: chosen)]
      run(ForegroundCommand(words, input: purpose == .pipe ? chosen : nil), text)
    } catch {
      warn("\(error)")
    }
  }

  private func tooMany() {
    warn(
      phrase(
        "too many items for one command\(keys.remark((.pipeToCommand, phrase("gives them at its input"))))"
      ))
  }

  private func run(_ command: ForegroundCommand, _ text: String) {
    switch lend(to: command, title: text) {
    case nil: break
    case .success(.exit(0)): say(phrase("done: \(text)"))
    case .success(let end): warn("\(end.remark): \(text)")
    case .failure(.start(let code)) where CommandFailure.isTooLong(code): tooMany()
    case .failure(let failure): warn("\(command.words[0]): \(failure)")
    }
  }

  /// Gives the terminal to a command until it ends; nil without a terminal.
  func lend(to command: ForegroundCommand, title: String?) -> Shell.Outcome? {
    var outcome: Shell.Outcome?
    control?.lendTerminal(wholeScreen: title == nil) { outcome = shell.run(command, title, $0) }
    return outcome
  }
}
