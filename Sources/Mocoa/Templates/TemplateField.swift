internal import MocoaModel

/// A field of a template, which is written in braces: the sources of its value and its format.
struct TemplateField: Hashable, Sendable {
  /// A source of the value of the field.
  ///
  /// The first source that is not empty is used.
  enum Source: Hashable, Sendable {
    case path(FieldPath)
    case text(String)
  }

  var sources: [Source] = []
  var format = ValueFormat()
  var role = TextContent.Role.text

  /// The minimum width of the text, in characters.
  var width = 0

  /// The maximum width of the text, in characters, or `nil` for no limit.
  var limit: Int?
  var alignment: TextContent.Alignment?

  /// The text before a value that is not empty.
  var prefix = ""

  /// The text after a value that is not empty.
  var suffix = ""

  /// The conditions that change the appearance.
  ///
  /// The first one that is true is used.
  var conditions: [TemplateCondition] = []

  /// Returns the span of a record, or `nil` if the text is empty and the field has no minimum
  /// width.
  func span(of record: any FieldReadable, isJoined: Bool) -> TextContent.Span? {
    var (text, value) = content(of: record)
    var role = role
    switch conditions.first(where: { $0.isSatisfied(by: value, in: record) })?.effect {
    case .role(let other)?: role = other
    case .hidden?: text = ""
    case nil: break
    }
    if text.isEmpty, width == 0 { return nil }
    return TextContent.Span(
      text.isEmpty ? "" : prefix + text + suffix, role, width: width, limit: limit,
      alignment: alignment, isJoined: isJoined)
  }

  private func content(of record: any FieldReadable) -> (text: String, value: FieldValue?) {
    var first: FieldValue?
    for source in sources {
      switch source {
      case .text(let text): return (text, first)
      case .path(let path):
        guard let value = path.value(in: record) else { continue }
        first = first ?? value
        let text = format.text(of: value)
        if !text.isEmpty { return (text, value) }
      }
    }
    return ("", first)
  }
}
