internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaTerminal

/// Runs shell commands on the target items, and asks for confirmation first if the policy requires
/// it.
@MainActor
final class CommandController {
  /// The maximum number of characters that are printed of a command, above its output.
  private static let titleLimit = 2_000

  private unowned let context: any ControllerContext

  /// The functions that run commands on the terminal.
  var shell = Shell()

  /// The commands that require confirmation.
  var confirmation = ConfirmationPolicy.dangerous

  /// A closure that is called before the program runs a command that requires no confirmation.
  var willRun: (@MainActor (CommandQuestion) -> Void)?

  /// A Boolean value that indicates whether the preview of a command will be completed in a later
  /// turn of the main loop.
  private var isCompletingPreview = false

  init(_ context: any ControllerContext) { self.context = context }

  // MARK: - The prompt

  /// Opens the prompt for a command.
  ///
  /// - Parameter purpose: `run` or `pipe`.
  func openPrompt(_ purpose: Prompt.Purpose) {
    var prompt = Prompt(purpose)
    prompt.target = CommandTarget(of: context.screen)
    prompt.target?.onChange = { [weak self] in self?.targetDidChange() }
    context.open(prompt, completion: Completion())
  }

  /// Examines further items for the fields of the typed command, in a later turn of the main loop.
  func completePreviewLater() {
    guard !isCompletingPreview else { return }
    isCompletingPreview = true
    Task { [weak self] in
      guard let self else { return }
      isCompletingPreview = false
      guard case .prompt(let prompt) = context.overlay, prompt.preview?.isComplete == false else {
        return
      }
      context.show(prompt)
      guard case .prompt(let shown) = context.overlay, shown.preview?.line != prompt.preview?.line
      else {
        return
      }
      context.setNeedsDisplay()
    }
  }

  // MARK: - Confirmation

  /// Runs the command of a prompt.
  ///
  /// If the policy requires it, the user is asked for confirmation first.
  func run(_ prompt: Prompt) {
    let request = CommandRequest(
      text: prompt.line.text, isPipe: prompt.purpose == .pipe,
      hasPastedLineEnd: prompt.hasPastedLineEnd)
    guard !request.text.allSatisfy(\.isWhitespace) else { return }
    let (target, items) = (prompt.target, prompt.target?.items)
    if let target, items == nil, request.isFor(target.shown) { return refuseForGone(target) }
    do throws(CommandRequest.ExpansionError) {
      let expansion = try request.expansion(for: items)
      let former = target.flatMap { try? request.expansion(for: $0.shown) }
      var question = CommandQuestion(
        request: request, items: items, expansion: expansion,
        removedCount: (target?.count ?? 0) - (items?.count ?? 0),
        danger: DangerousWords.first(in: expansion.text, typed: request.text))
      if let target, let items, let former, former != expansion {
        question.isChanged = !request.isReduced(from: target.shown, to: items)
      }
      guard asks(question) else {
        willRun?(question)
        return run(question)
      }
      var asking = Prompt(.confirm(question))
      (asking.target, asking.hasPastedLineEnd) = (target, prompt.hasPastedLineEnd)
      context.overlay = .prompt(asking)
    } catch {
      refuse(error)
    }
  }

  private func asks(_ question: CommandQuestion) -> Bool {
    switch confirmation {
    case .always: true
    case .never: question.isChanged
    case .dangerous:
      question.danger != nil || question.expansion.itemCount > 1 || question.removedCount > 0
        || question.isChanged || question.request.hasPastedLineEnd
    }
  }

  private func refuse(_ error: CommandRequest.ExpansionError) {
    switch error {
    case .noItems: context.showMessage("\(error)")
    case .tooManyItems: tooMany()
    case .template: context.showWarning("\(error)")
    }
  }

  private func refuseForGone(_ target: CommandTarget) {
    context.showWarning(
      target.count == 1
        ? localized("command canceled: the item is gone")
        : localized("command canceled: the items are gone"))
  }

  private func tooMany() {
    context.showWarning(
      localized(
        "too many items for one command (limit 10,000)\(context.keys.hint((.pipeToCommand, localized("pipes them"))))"
      ))
  }

  /// The prompt that asks for confirmation, or `nil`.
  ///
  /// It also exists while a panel shows the complete command.
  private var asking: Prompt? {
    switch context.overlay {
    case .prompt(let prompt): prompt.question == nil ? nil : prompt
    case .panel(let panel): panel.suspendedPrompt
    case .copyMenu, nil: nil
    }
  }

  /// Processes a key for a question.
  ///
  /// Keys that do not answer it have no effect.
  func answer(_ key: KeyPress, _ prompt: Prompt) {
    guard prompt.question != nil, key.modifiers.isEmpty else { return }
    let step = max(1, context.pageArea.size.columns / 2)
    switch key.key {
    // A key that was typed before the question was visible does not answer it.
    case .character("y"), .character("Y"): if prompt.isShown { answer(.yes, prompt) }
    case .character("n"), .character("N"): answer(.no, prompt)
    case .character("e"), .character("E"): answer(.edit, prompt)
    case .right: scroll(prompt, by: step)
    case .left: scroll(prompt, by: -step)
    case .character("?"): context.overlay = .panel(Panel(asking: prompt, theme: context.theme))
    default: break
    }
  }

  /// The answer of the user to the confirmation question for a command.
  enum CommandAnswer { case yes, no, edit }

  func answer(_ answer: CommandAnswer, _ prompt: Prompt) {
    guard let question = prompt.question else { return }
    context.overlay = nil
    switch answer {
    case .yes: run(question)
    case .no: context.showMessage(localized("command canceled"))
    case .edit:
      var edited = Prompt(
        question.request.isPipe ? .pipe : .run, LineEditor(question.request.text))
      (edited.target, edited.hasPastedLineEnd) = (prompt.target, prompt.hasPastedLineEnd)
      context.show(edited)
    }
  }

  private func scroll(_ prompt: Prompt, by columns: Int) {
    guard var question = prompt.question else { return }
    let width = Canvas.columns(of: question.commandLine, atMost: .max)
    question.offset = max(0, min(question.offset + columns, width - 1))
    show(question, in: prompt)
  }

  private func show(_ question: CommandQuestion, in prompt: Prompt) {
    var prompt = prompt
    prompt.purpose = .confirm(question)
    if case .panel(var panel) = context.overlay {
      panel.suspendedPrompt = prompt
      context.overlay = .panel(panel)
    } else {
      context.overlay = .prompt(prompt)
    }
  }

  /// Updates the question or the preview of a command after its target items changed.
  private func targetDidChange() {
    if case .prompt(let prompt) = context.overlay, prompt.isCommand {
      context.show(prompt)
      context.setNeedsDisplay()
      return
    }
    guard var prompt = asking, var question = prompt.question, let target = prompt.target,
      question.expansion.itemCount > 0
    else { return }
    context.setNeedsDisplay()
    guard let items = target.items else {
      context.overlay = nil
      return refuseForGone(target)
    }
    guard let expansion = try? question.request.expansion(for: items) else { return }
    let goneCount = target.count - items.count
    guard expansion != question.expansion || goneCount != question.removedCount else { return }
    let isReduced = question.items.map { question.request.isReduced(from: $0, to: items) } ?? false
    if expansion.text != question.expansion.text, !isReduced {
      // The question starts over, because the user was about to confirm another command.
      (question.isChanged, prompt.isShown, question.offset) = (true, false, 0)
    }
    (question.items, question.expansion, question.removedCount) = (items, expansion, goneCount)
    question.danger = DangerousWords.first(in: expansion.text, typed: question.request.text)
    show(question, in: prompt)
  }

  // MARK: - Running

  private func run(_ question: CommandQuestion) {
    let (request, expansion) = (question.request, question.expansion)
    let command = ForegroundCommand(
      [shell.path(quotes: expansion.isQuoted), "-c", expansion.text],
      input: request.isPipe ? question.items : nil)
    let title = expansion.text.prefix(Self.titleLimit)
    switch runInForeground(
      command, title: title.endIndex < expansion.text.endIndex ? title + "…" : String(title))
    {
    case nil: break
    case .success(.exit(0)): context.showMessage(localized("done: \(request.text)"))
    case .success(let end): context.showWarning("\(end.remark): \(request.text)")
    case .failure(.launch(let code)) where ForegroundCommand.RunError.isTooLong(code):
      let hint = context.keys.hint((.pipeToCommand, localized("pipes the items")))
      context.showWarning(localized("command is too long for the system\(hint)"))
    case .failure(let failure): context.showWarning("\(command.words[0]): \(failure)")
    }
  }

  /// Suspends terminal output while a command runs in the foreground.
  ///
  /// - Returns: The outcome of the command, or `nil` if the browser has no terminal.
  func runInForeground(_ command: ForegroundCommand, title: String?) -> Shell.Outcome? {
    var outcome: Shell.Outcome?
    context.suspendTerminal(wholeScreen: title == nil) { outcome = shell.run(command, title, $0) }
    return outcome
  }
}
