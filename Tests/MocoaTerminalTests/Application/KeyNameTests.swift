import MocoaTerminal
import Testing

@Suite("Key names")
struct KeyNameTests {
  @Test(
    "identify keys",
    arguments: [
      ("a", KeyPress.character("a")), ("G", .character("G")), ("ß", .character("ß")),
      ("-", .character("-")), ("ctrl-x", .control("x")), ("ctrl--", nil),
      ("alt-x", KeyPress(.character("x"), .alt)),
      ("ctrl-alt-x", KeyPress(.character("x"), [.alt, .control])),
      ("space", .character(" ")), ("ctrl-space", .control(" ")), ("enter", KeyPress(.enter)),
      ("tab", KeyPress(.tab)), ("shift-tab", KeyPress(.backTab)), ("f1", KeyPress(.function(1))),
      ("F12", KeyPress(.function(12))), ("pgup", KeyPress(.pageUp)), ("PgDn", KeyPress(.pageDown)),
      ("ctrl-up", KeyPress(.up, .control)), ("alt-left", KeyPress(.left, .alt)),
      ("esc", KeyPress(.escape)), ("ctrl-_", .control("_")), ("ctrl-]", .control("]")),
    ])
  func names(name: String, key: KeyPress?) throws {
    guard let key else {
      #expect(throws: KeyPress.KeyNameError.self) { try KeyPress(named: name) }
      return
    }
    #expect(try KeyPress(named: name) == key)
    #expect(try KeyPress(named: key.name) == key, "its name is \(key.name)")
  }

  @Test(
    "have errors that explain keys a terminal does not send",
    arguments: [
      (" ", "is not a key (did you mean \"space\"?)"),
      ("ctrl-i", "is sent by terminals as \"tab\" (did you mean \"tab\"?)"),
      ("ctrl-m", "is sent by terminals as \"enter\" (did you mean \"enter\"?)"),
      ("ctrl-X", "is sent by terminals in lowercase (did you mean \"ctrl-x\"?)"),
      ("ctrl-1", "is not sent by terminals"),
      ("\u{1}", "is not a key (write control characters as \"ctrl-x\")"),
    ])
  func faults(name: String, message: String) {
    do throws(KeyPress.KeyNameError) {
      _ = try KeyPress(named: name)
      Issue.record("\(name) is a key")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test(
    "reject all other texts",
    arguments: ["", "ab", "f0", "f64", "ctrl-", "alt-", "ctrl-ab", "e\u{301}"])
  func others(name: String) {
    let fault = #expect(throws: KeyPress.KeyNameError.self) { try KeyPress(named: name) }
    #expect(
      fault?.reason.hasPrefix("is not a key (write a character, or one of space, enter") == true)
  }
}
