internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// A form in which something of the catalogue is made, or edited.
///
/// What is edited is what is there when it is confirmed: somebody else may have changed it meanwhile,
/// and keeps all that was not typed here.
class CatalogueForm: FormPageViewModel {
  let catalogue: Catalogue

  /// What stood in the fields at first.
  private let before: [Field]
  private let name: String

  init(_ options: PageOptions, _ catalogue: Catalogue, _ name: String, _ fields: [Field]) {
    (self.catalogue, before, self.name) = (catalogue, fields, name)
    super.init(options: options, fields: fields)
  }

  override final var title: String { name }
  override final var breadcrumb: [String] { ["examples", "catalogue", title] }

  /// None: to be in the midst of typing is nothing to be gone back to.
  override final var restorationURL: ModuleURL? { nil }

  /// What was typed in a field, without the blanks around it.
  final func text(_ field: Int) -> String {
    let text = fields[field].text
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Whether a field is another than at first.
  final func isChanged(_ field: Int) -> Bool { fields[field] != before[field] }

  /// Writes what was typed, and answers with the identity of what it was written to.
  ///
  /// - Throws: why it was not written.
  final func save(_ body: (inout EntityTransaction) throws -> String) throws {
    answer(try catalogue.store.write(body))
  }
}

extension Optional {
  /// What is to be there still when it is changed.
  func orGone(_ kind: String) throws(FormFault) -> Wrapped {
    guard let self else { throw FormFault("this \(kind) is not there any more") }
    return self
  }
}
