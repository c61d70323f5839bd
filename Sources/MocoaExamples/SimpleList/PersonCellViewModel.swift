internal import Mocoa

extension Emission.Name {
  /// Somebody was called, or was not; the value is a text that says so.
  static let call: Self = "call"
}

/// The view model of a person: a name, a height, and what happens when it is selected.
final class PersonCellViewModel: CellViewModel<Person> {
  private(set) var name = ""

  override func prepare() {
    height = 2
    name = model.lastName + model.firstName
  }

  /// What everybody sees who has no view of ours, such as a pipe.
  override var content: TextContent? {
    TextContent([.init(name, .title)], trailing: [.init(ContactText.grouped(model.phone), .number)])
  }

  override var actsOnSelection: Bool { true }

  /// Asks whether to call, and tells those above what came of it.
  override func didSelect() {
    guard let navigator = page?.navigator else { return }
    let question = "Call \(name)?"
    do {
      let url = try ModuleURL(ConfirmPage.address)
      try navigator.present(url, options: ["question": question]) { [weak self] answer in
        guard let self else { return }
        emit(.call, value: answer as? Bool == true ? "called \(name)" : "\(name) was not called")
      }
    } catch {
      emit(.call, value: "\(name) was not called: \(error)")
    }
  }
}
