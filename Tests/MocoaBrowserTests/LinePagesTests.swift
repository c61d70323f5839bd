import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Pages in line mode")
struct LinePagesTests {
  @Test("fill and save a form by number or name")
  func form() async throws {
    let user = try await LineModeDriver("mocoa://examples/21", rows: 16)
    #expect(
      user.news.prefix(2) == ["examples / contact book, 10 rows", "open N KEY: a actions"])
    let form = await user.type("2")
    #expect(form[0] == "examples / editor / 02 李四")
    #expect(form[1...3] == ["1  first name: 02", "2  last name: 李四", "3  phone: 100-2502-9549"])
    #expect(await user.type("first name Ada ") == ["first name: Ada "])
    #expect(await user.type("2 \u{1B}Lovelace") == ["last name: ␛Lovelace"])
    #expect(await user.type("3") == ["phone: "])
    #expect(await user.type("save") == ["phone is empty"])
    #expect(await user.type("PHONE: 100-0000-0000") == ["phone: 100-0000-0000"])
    #expect(await user.type("")[2] == "3  phone: 100-0000-0000")
    #expect(await user.type("help save")[0].hasPrefix("unknown command: save"))
    let list = await user.type("save")
    #expect(list.contains { $0.hasPrefix("2  Ada  ␛Lovelace") || $0.hasPrefix("2  Ada ␛Lovelace") })
    #expect(await user.type("1")[0].hasPrefix("examples / editor"))
    #expect(await user.type("1 Nobody", "cancel").joined().contains("Nobody") == false)
  }

  @Test("perform page commands by letter on a row")
  func letters() async throws {
    let user = try await LineModeDriver("mocoa://examples/21", rows: 16)
    #expect(await user.type("open 2 a")[0].contains("actions"))
    #expect(await user.type("leave")[0] == "examples / contact book, 10 rows")
    #expect(await user.type("open 2 x") == ["x: no such key on this page (it has a)"])
    #expect(await user.type("open 99 a")[0].hasPrefix("no row 99"))
  }

  @Test("print a page without a list as text without borders")
  func drawn() async throws {
    let user = try await LineModeDriver("mocoa://examples/10", columns: 70, rows: 16)
    let text = user.news.joined(separator: "\n")
    #expect(text.contains("Foo Bar") && text.contains("The card is a module"))
    #expect(!text.unicodeScalars.contains { (0x2500...0x257F).contains($0.value) })
    #expect(await user.type("show 1") == ["no rows"])
    #expect(await user.type("rows").joined().contains("Foo Bar"))
  }

  @Test("print ranges in either direction and report missing rows")
  func ranges() async throws {
    let user = try await LineModeDriver("mocoa://planets/", rows: 12)
    let two = await user.type("rows 1-2")
    #expect(await user.type("rows 2-1") == two)
    #expect(await user.type("2-1") == two)
    #expect(await user.type("99-120")[0].hasPrefix("no row 99 (last row: "))
  }

  @Test("record only moves to another row as jumps")
  func jumps() async throws {
    let user = try await LineModeDriver("mocoa://contacts/", rows: 8)
    #expect(await user.type("first").isEmpty == false)
    #expect(await user.type("jump-back")[0].hasPrefix("no earlier item in the jump history"))
    await user.type("last")
    let back = await user.type("jump-back").joined()
    #expect(!back.hasPrefix("no earlier item in the jump history"), "\(back)")
  }

  @Test("print headers, hidden items and tab titles")
  func others() async throws {
    let user = try await LineModeDriver("mocoa://music/", rows: 9)
    #expect(user.news[1] == "Cannonball Adderley  1 album")
    #expect(await user.type("tab mocoa://home/")[0].contains("tab 2 of 2"))
    #expect(await user.type("tabs").last?.hasSuffix("(this)") == true)
    #expect(await user.type("previous-tab")[0].contains("tab 1 of 2"))
    #expect(await user.type("close-tab").first?.contains("tab") == false)
    #expect(await user.type("over mocoa://contacts/")[0].contains("close closes it"))
    #expect(await user.type("escape")[0].hasPrefix("home"))
    #expect(await user.type("fields")[0].hasPrefix("fields, "))
    #expect(await user.type("inspect 2").joined().contains("resolved"))
    #expect(user.browser.overlay != nil, "what was inspected can be copied")
    await user.type("rows 1")
    #expect(user.browser.overlay == nil)
    #expect(await user.type("copy-code") == ["nothing to register"])
  }
}
