internal import Mocoa
internal import MocoaModel

/// A page that asks a question, and answers true or false to who has presented it.
///
/// It is presented with the option `question`.
final class ConfirmPage: ListPageViewModel {
  static let address = "\(Examples.address(12))confirm"

  static func register(in registry: ModuleRegistry) {
    let module = registry[address].page("Confirm") { options in
      try ConfirmPage(question: options.text("question"), options: options, registry: registry)
    }
    module.section.header.register(QuestionViewModel.self)
    module.section.cell.register(ChoiceViewModel.self)
  }

  private init(question: String, options: PageOptions, registry: ModuleRegistry) {
    let section = Section(
      id: 0, header: Question(text: question),
      items: [Choice(text: "Yes", answer: true), Choice(text: "No", answer: false)])
    super.init(
      options: options,
      list: ListViewModel(
        model: SectionedList([section]), module: registry.register(at: options.url.module)))
  }

  override var title: String { "confirm" }
  override var breadcrumb: [String] { ["examples", title] }

  /// The answers by their first letters.
  override var commands: [PageCommand] {
    [
      PageCommand("yes", letter: "y") { [weak self] in self?.answer(true) },
      PageCommand("no", letter: "n") { [weak self] in self?.answer(false) },
    ]
  }

  /// A question that nobody waits for any more is not asked again.
  override var restorationURL: ModuleURL? { nil }

  /// What is asked.
  struct Question: CellModel, Equatable {
    let text: String

    var itemID: ItemID { 0 }
  }

  /// What can be answered.
  struct Choice: CellModel, Equatable {
    let text: String
    let answer: Bool

    var itemID: ItemID { ItemID(text) }
  }

  /// The view model of the question.
  final class QuestionViewModel: CellViewModel<Question> {
    override var content: TextContent? { TextContent([.init(model.text, .heading)]) }
  }

  /// The view model of an answer, which gives it when it is selected.
  final class ChoiceViewModel: CellViewModel<Choice> {
    override var content: TextContent? { TextContent([.init(model.text, .title)]) }

    override var actsOnSelection: Bool { true }

    override func didSelect() { page?.answer(model.answer) }
  }
}
