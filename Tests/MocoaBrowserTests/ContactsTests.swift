import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles

@MainActor
@Suite("The address book")
struct ContactsTests {
  @Test("is complete, and its identifiers are unique")
  func data() throws {
    let contacts = try AddressBook.bundled.get().groups.flatMap(\.contacts)
    #expect(contacts.count >= 60)
    #expect(Set(contacts.map(\.id)).count == contacts.count)
  }

  @Test("contains only addresses and numbers reserved for examples")
  func nobody() throws {
    let number = try Regex(
      #"\+1 \d{3} 555 01\d\d|\+44 20 7946 0\d{3}|\+61 2 5550 \d{4}|\+999 [\d ]+"#)
    for contact in try AddressBook.bundled.get().groups.flatMap(\.contacts) {
      #expect(contact.email.hasSuffix("@example.com"))
      #expect(contact.phone.wholeMatch(of: number) != nil, "\(contact.phone)")
    }
  }

  @Test("is drawn as recorded in two sizes")
  func screens() async throws {
    for (columns, rows) in [(80, 24), (20, 5)] {
      let robot = try await BrowserRobot("mocoa://contacts/", columns: columns, rows: rows)
      let screen = try #require(robot.backend.screen)
      expectSnapshot(screen, named: "contacts-\(columns)x\(rows)")
    }
  }

  @Test("omits columns one at a time in narrow windows")
  func columns() {
    var before = 0
    for width in 0...250 {
      let columns = ContactColumns(width: width)
      let places = [columns.name, columns.nickname, columns.city, columns.phone].compactMap { $0 }
      for (left, right) in zip(places, places.dropFirst()) {
        #expect(right.lowerBound == left.upperBound + ContactColumns.gap)
      }
      #expect(places.last.map { $0.upperBound <= width } == true)
      #expect(places.count >= before, "a wider row shows no less")
      before = places.count
      #expect(columns.city == nil || columns.phone != nil)
      #expect(columns.nickname == nil || columns.city != nil)
    }
    #expect(before == 4)
    #expect(ContactColumns(width: 20).phone == nil)
  }

  @Test("shows all details on a contact page, which leads back")
  func page() async throws {
    let robot = try await BrowserRobot("mocoa://contacts/", columns: 46, rows: 20)
    await robot.type(String(repeating: "j", count: 11))
    await robot.press(KeyPress(.enter))
    #expect(
      robot.rows[2...7] == [
        " ▌ name      Hedvig", "             Bartholdy-Montgomery-Przybyszews",
        "             ka von und zu Hohenstein-Waldeck", "   nickname  the long one",
        "   city      Llanfairpwllgwyngyllgogerychwyrn", "             drobwllllantysiliogogogoch",
      ])
    await robot.type("h")
    #expect(robot.rows[0].hasSuffix("12/68"))
    #expect(robot.rows.contains { $0.hasPrefix(" ▌ Hedvig") })
  }

  @Test("draws a contact page in any width")
  func narrowPages() async throws {
    for columns in [1, 5, 12, 14, 20] {
      let robot = try await BrowserRobot(
        "mocoa://contacts/group/contact?id=12", columns: columns, rows: 30)
      #expect(robot.backend.screen?.invariantViolation() == nil)
    }
  }

  @Test("rejects an unknown contact")
  func unknown() async throws {
    let robot = try await BrowserRobot("mocoa://contacts/", columns: 60)
    for (options, reason) in [
      ("?id=99", "no contact has the id \"99\""), ("", "missing contact (add ?id=NUMBER)"),
    ] {
      await robot.type(":mocoa://contacts/group/contact\(options)")
      await robot.press(KeyPress(.enter))
      #expect(robot.rows.last == " ! \(reason)")
    }
  }
}
