/// The literal text and the fields of a template such as `{title} of {year}`, in order.
package struct BraceTemplate<Field: Hashable & Sendable>: Hashable, Sendable {
  /// Literal text or a field.
  package enum Segment: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  /// The segments, in which literal texts are never adjacent.
  package private(set) var segments: [Segment] = []

  /// Creates a template without segments.
  package init() {}

  /// The fields of the template, in the order of its text.
  package var fields: some Sequence<Field> {
    segments.lazy.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }

  /// Appends literal text, scalar by scalar.
  package mutating func append(_ scalar: Unicode.Scalar) {
    var text = ""
    if case .text(let last)? = segments.last {
      text = last
      segments.removeLast()
    }
    text.unicodeScalars.append(scalar)
    segments.append(.text(text))
  }

  /// Appends a field.
  package mutating func append(_ field: Field) {
    segments.append(.field(field))
  }
}
