import MocoaPtySupport
import Testing

@testable import MocoaFiles

@Suite("The address book in a terminal", .serialized)
struct ContactsTests {
  /// The columns outside of the cells: those of the cursor at the left, and one at the right.
  private static let margins = (left: 3, right: 1)

  @Test("has straight columns at every width, however terminals count them")
  func widths() throws {
    let terminal = try Mocoa.start(["mocoa://contacts/"], columns: 20, rows: 40)
    try terminal.wait(for: "Ada Fenwick")
    for columns in 20...120 {
      terminal.resize(columns: columns, rows: 40)
      try expectStraight(terminal, columns: columns)
      if columns % 10 == 0 {
        // The last contacts are checked as well.
        terminal.send("G")
        try terminal.wait("the last contact") { $0.emulator.row(0).contains("68/68") }
        try expectStraight(terminal, columns: columns)
        terminal.send("g")
        try terminal.wait("the first contact") { !$0.emulator.row(0).contains("68/68") }
      }
    }
    #expect(terminal.clusters.unknown == [])
  }

  @Test("keeps columns straight while it moves and scrolls", arguments: [22, 34, 52, 80, 120])
  func moving(columns: Int) throws {
    let terminal = try Mocoa.start(["mocoa://contacts/"], columns: columns, rows: 12)
    try terminal.wait(for: "Ada Fenwick")
    for number in 2...68 {
      terminal.send("j")
      try terminal.wait("contact \(number)") { $0.emulator.row(0).contains("\(number)/68") }
      try expectStraight(terminal, columns: columns, isQuiet: number % 10 != 0)
    }
    for (keys, number) in [("\u{15}", nil), ("\u{2}", nil), ("k", nil), ("g", 1), ("\u{4}", nil)] {
      terminal.send(keys)
      if let number { try terminal.wait(for: "\(number)/68") }
      terminal.waitUntilQuiet(milliseconds: 40)
      try expectStraight(terminal, columns: columns)
    }
    #expect(terminal.clusters.unknown == [])
  }

  @Test("shows every person's page alike, and returns to the person")
  func pages() throws {
    let terminal = try Mocoa.start(["mocoa://contacts/"], columns: 40, rows: 14)
    for number in 1...68 {
      try terminal.wait("contact \(number)") { $0.emulator.row(0).contains(" \(number)/68") }
      terminal.send("\r")
      try terminal.wait(for: "contact\(number)@example.com")
      try terminal.wait("the same page of contact \(number) in both") {
        EmulatedScreens.differences($0.emulator, $0.clusters).isEmpty
      }
      terminal.send(number < 68 ? "hj" : "h")
    }
    try terminal.wait(for: "68/68")
    #expect(terminal.clusters.unknown == [])
  }

  /// Waits until both emulators show the same screen, with every field in its column.
  ///
  /// - Parameter isQuiet: A Boolean value that indicates whether the second check, after a pause,
  ///   is omitted.
  private func expectStraight(
    _ terminal: Terminal, columns: Int, isQuiet: Bool = false
  ) throws {
    let width = columns - Self.margins.left - Self.margins.right
    let layout = ContactColumns(width: width)
    func isStraight(_ terminal: Terminal) -> Bool {
      EmulatedScreens.differences(terminal.emulator, terminal.clusters).isEmpty
        && misplaced(terminal, layout).isEmpty
    }
    try terminal.wait("straight rows of \(columns) columns", until: isStraight)
    guard !isQuiet else { return }
    terminal.waitUntilQuiet(milliseconds: 20)
    let differences = EmulatedScreens.differences(terminal.emulator, terminal.clusters)
    #expect(differences == [], "\(columns) columns")
    #expect(misplaced(terminal, layout) == [], "\(columns) columns")
  }

  /// Returns the rows of people with fields that do not begin in their columns.
  private func misplaced(_ terminal: Terminal, _ layout: ContactColumns) -> [String] {
    (1..<(terminal.emulator.rows.count - 1)).compactMap { row in
      let text = terminal.emulator.row(row)
      guard !text.isEmpty, !text.contains("──") else { return nil }
      let starts = [layout.nickname, layout.city, layout.phone].compactMap { $0?.lowerBound }
      let isRight = starts.allSatisfy { start in
        let column = Self.margins.left + start
        return terminal.emulator[column, row].text != " "
          && !terminal.emulator[column, row].text.isEmpty
          && (1...ContactColumns.gap).allSatisfy {
            ["", " "].contains(terminal.emulator[column - $0, row].text)
          }
      }
      return isRight ? nil : "\(row): \(text)"
    }
  }
}
