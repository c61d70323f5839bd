import Mocoa
import MocoaModel
import Testing

/// A form with a number field.
private final class NumberForm: FormPageViewModel {
  private(set) var taken: [[String]] = []

  init(_ options: PageOptions) {
    super.init(
      options: options,
      fields: [Field("name", "Ada"), Field("note", isRequired: false), Field("number", "1")])
  }

  override func confirm() throws {
    guard let number = Int(fields[2].text) else {
      throw FormError("the number is a whole number", field: 2)
    }
    if number < 0 { throw OptionError.missing(option: "n", expected: "positive") }
    taken.append(fields.map(\.text))
    finish(with: number)
  }
}

@MainActor
@Suite("Pages that are forms")
struct FormPageTests {
  private let navigator: Navigator
  private let form: NumberForm
  private let answers: Answers

  private final class Answers {
    var all: [(any Sendable)?] = []
  }

  init() throws {
    let registry = ModuleRegistry()
    registry.define("mocoa://h/a").page("a") { PageViewModel(url: $0.url) }
    registry.define("mocoa://h/form").page("form") { NumberForm($0) }
    let (navigator, answers) = (Navigator(registry: registry), Answers())
    try navigator.push(ModuleURL("mocoa://h/a"))
    let page = try navigator.present(ModuleURL("mocoa://h/form")) { answers.all.append($0) }
    form = try #require(page as? NumberForm)
    (self.navigator, self.answers) = (navigator, answers)
  }

  @Test("accept their input once, and return a result")
  func confirming() throws {
    form.setText("42", forFieldAt: 2)
    try form.submit()
    #expect(form.taken == [["Ada", "", "42"]])
    #expect(answers.all.map { $0 as? Int } == [42])
    #expect(!navigator.isPresenting)
  }

  @Test("reject blank fields, unless they are optional")
  func blanks() throws {
    form.setText(" \u{3000}", forFieldAt: 0)
    #expect(throws: FormError("name is empty", field: 0)) { try form.submit() }
    for text in ["\u{200B}", " \u{2060}\u{FEFF}", "\u{E0001}\u{AD}", "\u{3164}", "\u{2800}"] {
      form.setText(text, forFieldAt: 0)
      #expect(throws: FormError("name has no visible characters", field: 0)) { try form.submit() }
    }
    form.setText("Eve", forFieldAt: 0)
    form.setText("", forFieldAt: 2)
    #expect(throws: FormError("number is empty", field: 2)) { try form.submit() }
    #expect(form.taken.isEmpty && answers.all.isEmpty && navigator.isPresenting)
  }

  @Test("show the errors of a form, with or without a field")
  func refusing() throws {
    form.setText("x", forFieldAt: 2)
    #expect(throws: FormError("the number is a whole number", field: 2)) { try form.submit() }
    form.setText("-1", forFieldAt: 2)
    #expect(throws: FormError("missing option \"n\": positive")) { try form.submit() }
    #expect(form.taken.isEmpty)
  }

  @Test("return no result when they are left")
  func leaving() throws {
    form.setText("9", forFieldAt: 2)
    navigator.dismiss()
    #expect(answers.all.count == 1 && answers.all[0] == nil)
    #expect(form.taken.isEmpty)
  }

  @Test("ignore fields that do not exist")
  func bounds() {
    form.setText("x", forFieldAt: 3)
    form.setText("x", forFieldAt: -1)
    #expect(form.fields.map(\.text) == ["Ada", "", "1"])
  }

  @Test("have no commands by default, and request redraws")
  func redrawing() throws {
    #expect(form.commands.isEmpty)
    var count = 0
    let token = form.observeRedraws { count += 1 }
    form.redraw()
    #expect(count == 1)
    token.cancel()
    form.redraw()
    #expect(count == 1)
  }
}
