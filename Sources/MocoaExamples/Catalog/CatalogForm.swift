internal import Mocoa
internal import MocoaModel
internal import MocoaStore

/// A form that creates or edits an entity of the catalog.
///
/// At confirmation, the form changes only the fields that the user edited. The other fields keep
/// the changes that other pages made since the form was opened.
class CatalogForm: FormPageViewModel {
  let catalog: Catalog

  /// The fields as they were when the form was opened.
  private let before: [Field]
  private let name: String

  init(_ options: PageOptions, _ catalog: Catalog, _ name: String, _ fields: [Field]) {
    (self.catalog, before, self.name) = (catalog, fields, name)
    super.init(options: options, fields: fields)
  }

  override final var title: String { name }
  override final var breadcrumb: [String] { ["examples", "catalogue", title] }

  /// No URL, because a partly edited form is not restored.
  override final var restorationURL: ModuleURL? { nil }

  /// Returns the text of a field without surrounding whitespace.
  final func text(_ field: Int) -> String {
    let text = fields[field].text
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Returns `true` if a field differs from its initial content.
  final func isChanged(_ field: Int) -> Bool { fields[field] != before[field] }

  /// Writes the fields, closes the form and returns the identity of the written entity as its
  /// result.
  ///
  /// - Throws: The error that prevented the write.
  final func save(_ body: (inout EntityTransaction) throws -> String) throws {
    finish(with: try catalog.store.write(body))
  }
}

extension Optional {
  /// Returns the wrapped value, or throws an error if the entity was deleted before the change.
  func orThrowDeleted(_ kind: String) throws(FormError) -> Wrapped {
    guard let self else { throw FormError("this \(kind) is not there any more") }
    return self
  }
}
