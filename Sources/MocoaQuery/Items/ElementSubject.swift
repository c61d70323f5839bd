package import MocoaModel

/// A list element that determines which of its values filters and sort orders read.
package protocol QueryableElement: CellModel {
  /// A Boolean value that indicates whether an empty text counts as a value, not as a missing
  /// value.
  var hasEmptyTexts: Bool { get }

  /// The fields that a filter word without a field name searches, or `nil` for all fields.
  var searchedFields: [FieldValue.Field]? { get }
}

extension QueryableElement {
  package var hasEmptyTexts: Bool { true }
  package var searchedFields: [FieldValue.Field]? { nil }
}

/// A subject that reads the fields of any element, or its properties if it has no readable fields.
struct ElementSubject: FilterSubject {
  let fields: FieldsSubject

  /// A Boolean value that indicates whether an empty text counts as a value, not as a missing
  /// value.
  let hasEmptyTexts: Bool

  /// The fields that a filter word without a field name searches, or `nil` for all fields.
  private let searchedFields: FieldsSubject?

  init(_ element: any CellModel) {
    fields = FieldsSubject(fields: element as? any FieldReadable ?? MirroredFields(element))
    let queryable = element as? any QueryableElement
    hasEmptyTexts = queryable?.hasEmptyTexts ?? true
    searchedFields = queryable?.searchedFields.map { FieldsSubject(fields: FieldValue.object($0)) }
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    (searchedFields ?? fields).forEachText(body)
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    fields.forEachText(ofField: path, body)
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    fields.withCanonicalText(ofField: path, body)
  }

  func value(at path: String) -> FieldValue? { fields.value(at: path) }

  func forEachField(_ body: FieldVisitor) {
    fields.forEachField { name, kind, text in
      body(name, kind == .text && text.isEmpty && !hasEmptyTexts ? nil : kind, text)
    }
  }
}
