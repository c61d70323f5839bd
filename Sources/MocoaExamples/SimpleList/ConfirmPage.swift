internal import Mocoa
internal import MocoaModel

/// A page that asks a question and returns `true` or `false` as its result.
///
/// The option `question` contains the text.
final class ConfirmPage: ListPageViewModel {
  static let address = "\(Examples.address(12))confirm"

  static func register(in registry: ModuleRegistry) {
    let module = registry.define(address).page("Confirm") { options in
      try ConfirmPage(question: options.string("question"), options: options, registry: registry)
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
        model: SectionedList([section]), module: registry.define(options.url.withoutOptions)))
  }

  override var title: String { "confirm" }
  override var breadcrumb: [String] { ["examples", title] }

  /// The commands that select an answer by its first letter.
  override var commands: [PageCommand] {
    [
      PageCommand("yes", letter: "y") { [weak self] in self?.finish(with: true) },
      PageCommand("no", letter: "n") { [weak self] in self?.finish(with: false) },
    ]
  }

  /// No URL, because no page would receive the result in a later run.
  override var restorationURL: ModuleURL? { nil }

  /// The model of the question.
  struct Question: CellModel, Equatable {
    let text: String

    var itemID: ItemID { 0 }
  }

  /// The model of an answer.
  struct Choice: CellModel, Equatable {
    let text: String
    let answer: Bool

    var itemID: ItemID { ItemID(text) }
  }

  /// The view model of the question.
  final class QuestionViewModel: CellViewModel<Question> {
    override var content: TextContent? { TextContent([.init(model.text, .heading)]) }
  }

  /// The view model of an answer.
  ///
  /// When the user selects the cell, the page returns the answer as its result.
  final class ChoiceViewModel: CellViewModel<Choice> {
    override var content: TextContent? { TextContent([.init(model.text, .title)]) }

    override var handlesSelection: Bool { true }

    override func didSelect() { page?.finish(with: model.answer) }
  }
}
