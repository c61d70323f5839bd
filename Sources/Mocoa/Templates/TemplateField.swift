internal import MocoaModel

/// What stands between braces in a template: where a value comes from, and how it is shown.
struct TemplateField: Hashable, Sendable {
  /// Where the text comes from, in order: the first that has something.
  enum Source: Hashable, Sendable {
    case path(FieldPath)
    case text(String)
  }

  var sources: [Source] = []
  var format = ValueFormat()
  var role = TextContent.Role.text

  /// The room it takes at least, and at most.
  var width = 0
  var limit: Int?
  var alignment: TextContent.Alignment?

  /// What is put before and behind a value, where there is one.
  var prefix = ""
  var suffix = ""

  /// The first that holds says how it looks.
  var conditions: [TemplateCondition] = []

  /// The span for a record; nil where nothing is seen and no room is kept.
  func span(of record: any FieldReadable, isJoined: Bool) -> TextContent.Span? {
    var (text, value) = content(of: record)
    var role = role
    switch conditions.first(where: { $0.holds(for: value, in: record) })?.look {
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
