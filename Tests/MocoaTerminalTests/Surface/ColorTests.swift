import Mocoa
import MocoaTerminal
import Testing

@Suite("Colors")
struct ColorTests {
  @Test(
    "have descriptions that parse to the same color",
    arguments: [
      ("black", Color.palette(0), "0"), ("bright-white", 15, "15"), ("244", 244, "244"),
      ("#5fd7D7", .rgb(0x5F, 0xD7, 0xD7), "#5fd7d7"), ("#000001", .rgb(0, 0, 1), "#000001"),
    ])
  func texts(text: String, color: Color, description: String) {
    #expect(Color(text) == color)
    #expect(color.description == description)
    #expect(Color(description) == color)
  }

  @Test(
    "reject all other texts",
    arguments: [
      "", "#", "#fff", "#12345", "#1234567", "#12345g", "#+12345", "256", "-1", "+1", "1.0", "Red",
      "bright", "#１２３４５６", "٣",
    ])
  func others(text: String) {
    #expect(Color(text) == nil)
  }

  @Test("are stored exactly in styles and glyphs")
  func styles() {
    let colors: [Color?] = [
      nil, 0, 255, .rgb(0, 0, 0), .rgb(255, 255, 255), .rgb(1, 2, 3), .rgb(0, 0, 255),
    ]
    for foreground in colors {
      for background in colors {
        var style = Style(foreground: foreground, background: background, [.bold, .italic])
        #expect(style.foreground == foreground && style.background == background)
        #expect(style.attributes == [.bold, .italic])
        #expect(Glyph.blank(style).style == style && Glyph.blank(style).width == 1)
        style.foreground = nil
        #expect(style == Style(background: background, [.bold, .italic]))
        style.background = nil
        #expect(style == Style([.bold, .italic]))
      }
    }
    let style = Style(foreground: .rgb(1, 2, 3), background: 4)
    #expect(style.description == "fg #010203 bg 4")
  }

  @Test("cause damage if they differ in the last bit")
  func damage() {
    var before = Surface(size: Size(columns: 4, rows: 1))
    var after = before
    let place = Rect(column: 1, row: 0, columns: 1, rows: 1)
    before.draw { $0.fill(place, Style(background: .rgb(1, 2, 3))) }
    after.draw { $0.fill(place, Style(background: .rgb(1, 2, 2))) }
    #expect(after.damage(since: before) == [Damage(row: 0, columns: 1..<2)])
  }
}

@Suite("Themes")
struct ThemeTests {
  @Test("use the style of the parent role for roles without a style")
  func kinds() {
    let (red, dim) = (Style(foreground: 1), Style(.dim))
    let theme = Theme([.accent: red, .detail: dim, .mark: Style(.reverse)])
    #expect(theme[.cursor] == red && theme[.path] == red && theme.accent == red)
    #expect(theme[.rule] == dim && theme.quiet == dim)
    #expect(theme[.mark] == Style(.reverse))
    #expect(theme[.error] == .plain && theme[.title] == .plain && theme[.init("own")] == .plain)
    #expect(Theme([.text: red])[.placeholder] == red, "over several steps")
    #expect(Set(Theme.roleNames).count == Theme.roleNames.count)
  }
}
