package import MocoaModel

/// An element that determines which of its values queries read.
package protocol QueryableElement: CellModel {
  /// A Boolean value that indicates whether an empty text is a value instead of a missing one.
  var hasEmptyTexts: Bool { get }

  /// The fields that a filter searches if it names no field, or `nil` for all fields.
  var searchedFields: [FieldValue.Field]? { get }
}

extension QueryableElement {
  package var hasEmptyTexts: Bool { true }
  package var searchedFields: [FieldValue.Field]? { nil }
}

/// Any element: by its fields, or by its properties if it has no readable fields.
struct ElementSubject: FilterSubject {
  let fields: FieldsSubject

  /// A Boolean value that indicates whether an empty text is a value instead of a missing one.
  let hasEmptyTexts: Bool

  /// The fields that a filter searches if it names no field, or `nil` for all fields.
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
