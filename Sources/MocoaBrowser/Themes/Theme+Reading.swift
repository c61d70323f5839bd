internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

extension Theme {
  /// Creates a theme from the value of a theme file.
  ///
  /// A role with an invalid style has the style of its parent role.
  static func read(_ value: FieldValue, _ reader: inout SettingsReader) -> Theme {
    var styles: [TextContent.Role: Style] = [:]
    for member in reader.members(of: value, as: localized("field"), known: ["roles"]) {
      let roles = reader.members(
        of: member.value, at: member.path, as: localized("role"), known: roleNames)
      for role in roles { styles[.init(role.name)] = style(role, &reader) }
    }
    return Theme(styles)
  }

  /// The attributes of a style, other than the colors.
  private static let attributes: [(name: String, attribute: Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  /// Returns a style, which is an object, or only a foreground color.
  private static func style(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Style? {
    guard case .object = member.value else {
      return color(member, &reader).map { Style(foreground: $0) }
    }
    var style = Style.plain
    let known = ["foreground", "background"] + attributes.map(\.name)
    for part in reader.members(
      of: member.value, at: member.path, as: localized("field"), known: known)
    {
      switch part.name {
      case "foreground": style.foreground = color(part, &reader)
      case "background": style.background = color(part, &reader)
      case let name:
        guard reader.bool(part) == true else { continue }
        for (known, attribute) in attributes where known == name {
          style.attributes.insert(attribute)
        }
      }
    }
    return style
  }

  private static func color(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> Color? {
    let ways = localized("\"#rrggbb\", a number from 0 to 255, or a name such as bright-blue")
    switch member.value {
    case .int(let number):
      if let index = UInt8(exactly: number) { return .palette(index) }
      reader.report(member.path, localized("invalid color \(number) (use \(ways))"))
    case .string(let text):
      if let color = Color(text) { return color }
      reader.report(
        member.path, localized("invalid color \(reader.found(member.value)) (use \(ways))"),
        suggestion: Suggestion.nearest(to: text, among: Color.names))
    default: reader.expect(localized("a color (\(ways))"), at: member)
    }
    return nil
  }
}
