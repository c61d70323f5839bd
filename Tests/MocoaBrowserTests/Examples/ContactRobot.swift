import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

/// The text of a row or tile for a contact.
struct ShownContact: Hashable {
  var name: String
  var phone: String
}

/// A user of example 21 or 22 who reads contacts from the screen.
@MainActor
struct ContactRobot {
  /// The titles of the actions, in the order of the menu.
  nonisolated static let actions = [
    "start again with ten contacts", "list 1: A–F", "list 2: 0 1 2 3 4 F 6 E 8 9 10 11 C",
    "sort by name", "sort by name, descending", "sort by phone", "sort by phone, descending",
    "insert at the beginning", "insert in the middle", "insert at the end", "delete the first",
    "delete the last", "delete any", "delete all",
  ]

  let robot: BrowserRobot
  let isGrid: Bool

  init(_ number: Int, columns: Int = 80, rows: Int = 50) async throws {
    robot = try await BrowserRobot("mocoa://examples/\(number)/", columns: columns, rows: rows)
    isGrid = number == 22
  }

  var page: ListPageViewModel {
    get throws { try #require(robot.browser.navigator.shownPages.first as? ListPageViewModel) }
  }

  /// Performs an action, and waits until its animation ends.
  func perform(_ action: String) async throws {
    await robot.press(.character("a"))
    let place = try #require(Self.actions.firstIndex(of: action))
    #expect(robot.rows[place + 1].contains(action))
    await robot.type(String(repeating: "j", count: place))
    await robot.press(KeyPress(.enter))
    await rest()
  }

  /// Advances the clock frame by frame.
  func rest() async {
    for _ in 0..<15 { await robot.wait(.milliseconds(50)) }
  }

  /// The contacts on the screen, in the order of the list.
  var shown: [ShownContact] {
    let rows = robot.rows.dropFirst().dropLast().filter { !$0.allSatisfy(\.isWhitespace) }
    if rows == ["   empty"] { return [] }
    guard isGrid else {
      return rows.map { row in
        let phone = row.suffix(13)
        return ShownContact(name: Self.text(row.dropLast(13)), phone: Self.text(phone))
      }
    }
    var contacts: [ShownContact] = []
    for place in stride(from: 0, to: rows.count - 1, by: 2) {
      let halves = zip(Self.halves(rows[place]), Self.halves(rows[place + 1]))
      contacts += halves.map { ShownContact(name: $0, phone: $1) }.filter { !$0.name.isEmpty }
    }
    return contacts
  }

  /// The contacts of the list according to its view models.
  var listed: [ShownContact] {
    get throws {
      let list = try page.list
      return (0..<list.snapshot.itemCounts[0]).map { item in
        let line = list.cell(at: ItemPath(section: 0, item: item)).content?.lines.first
        return ShownContact(
          name: line?.leading.first?.text ?? "", phone: line?.trailing.first?.text ?? "")
      }
    }
  }

  /// Returns the two halves of a row of 80 columns, in which wide characters use two columns.
  private static func halves(_ row: String) -> [String] {
    var (halves, column) = (["", ""], 0)
    for character in row {
      halves[column < 40 ? 0 : 1].append(character)
      column += Canvas.columns(of: String(character), atMost: 2)
    }
    return halves.map { text($0[...]) }
  }

  /// Returns the text without the gutter and surrounding blanks.
  private static func text(_ part: Substring) -> String {
    let text = part.drop { " ▌".contains($0) }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
