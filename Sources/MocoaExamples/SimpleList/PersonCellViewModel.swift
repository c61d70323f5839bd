internal import Mocoa

extension Emission.Name {
  /// The result of a phone call; the value is a text that describes the result.
  static let call: Self = "call"
}

/// The view model of a person: the name, the phone, the height of the cell and the action on
/// selection.
final class PersonCellViewModel: CellViewModel<Person> {
  private(set) var name = ""

  override func prepare() {
    height = 2
    name = model.lastName + model.firstName
  }

  /// The text for outputs without a view for this cell, such as a pipe.
  override var content: TextContent? {
    TextContent([.init(name, .title)], trailing: [.init(ContactText.grouped(model.phone), .number)])
  }

  override var handlesSelection: Bool { true }

  /// Presents a question, and emits the answer as the result of the call.
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
