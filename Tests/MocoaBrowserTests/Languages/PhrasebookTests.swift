import Foundation
import MocoaData
import MocoaLocalization
import MocoaModel
import MocoaTerminal
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The Chinese message catalog")
struct PhrasebookTests {
  private let entries = Language.entries(of: Resources.chinese)

  /// The strings in tables, which are localized where they are displayed.
  private static var tables: Set<String> {
    let keys =
      KeyBindings.standard.panel.bindings + KeyBindings.standard.inspector.bindings
      + KeyBindings.standard.grid.bindings
      + KeyBindings.groups.flatMap(\.bindings)
    var texts = Set(keys.compactMap(\.help))
    texts.formUnion(Command.table.compactMap(\.help) + Command.table.compactMap(\.line?.help))
    texts.formUnion(KeyBindings.standard.pageGroups.map(\.title))
    texts.formUnion(Options.table.map(\.help) + Options.usages.map(\.help))
    texts.formUnion(Options.Command.words.map(\.summary))
    texts.formUnion([Help.sources, Help.ending])
    texts.formUnion(["module", "batch", "emission", "miss", "note"])
    return texts
  }

  @Test("has exactly the messages of the program")
  func whole() throws {
    let said = Set(SourcePhrases().found.keys).union(Self.tables)
    #expect(said.count > 800)
    #expect(said.subtracting(entries.keys).sorted() == [], "have no entry")
    #expect(Set(entries.keys).subtracting(said).sorted() == [], "are not said any more")
  }

  @Test("lists each entry once, in order, so that changes rarely conflict")
  func order() throws {
    guard case .object(let fields) = try JSON.parse(Resources.chinese) else {
      return try #require(Bool(false), "it is an object")
    }
    let names = fields.map(\.name)
    #expect(
      names
        == Set(names).sorted {
          Array($0.unicodeScalars).lexicographicallyPrecedes($1.unicodeScalars)
        })
    #expect(entries.count == fields.count)
  }

  @Test("contains every argument of a message exactly once")
  func places() {
    for (phrase, entry) in entries {
      let count = phrase.components(separatedBy: "%@").count - 1
      var places: [Int] = []
      var next = 0
      for match in entry.matches(of: /%(?:([0-9]+)\$)?@/) {
        if match.1 == nil { next += 1 }
        places.append(match.1.flatMap { Int($0) } ?? next)
      }
      #expect(places.sorted() == Array(1..<count + 1), "\(phrase): \(entry)")
    }
  }

  @Test("contains Chinese text")
  func words() {
    for (phrase, entry) in entries where phrase.contains(/[a-z]{3}/) {
      // An entry with only arguments and punctuation, or with a word that users type, may have no
      // Chinese text.
      let isChinese = entry.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
      #expect(isChinese || ["url", "%@ of %@", "(null)"].contains(phrase), "\(phrase): \(entry)")
    }
  }

  @Test(
    "covers all literals that are passed to message functions",
    arguments: zip(
      ["showMessage", "showWarning", "printError", "write", "writeTruncated"],
      ["", "", "", "LineMode/", "LineMode/"]))
  func messages(_ function: String, folder: String) {
    // Other targets and folders use the same names for other functions.
    let literals = SourcePhrases(givenTo: function, in: "MocoaBrowser/\(folder)").found
    #expect(!literals.isEmpty)
    for (words, source) in literals {
      let isData = !words.replacing("%@", with: "").contains(/[a-z]{2}/)
      #expect(isData, "\(source) says \"\(words)\" in English")
    }
  }

  @Test("uses the literals of the source as keys, without argument values")
  func scanning() {
    let source = #"""
      show(localized("a \(b.map { "c\($0)" } ?? "") d\(localized("e"))"))
      notLocalized("f")
      localized(
        "\"g\" \(count, one: "item", other: "items") \\h")
      localized(key: "i")
      localized(
        """
        j \(k ? "l" : "m")\
         n
        o
        """)
      """#
    #expect(
      Set(SourcePhrases(of: source).found.keys) == [
        "a %@ d%@", "e", "\"g\" %@ items \\h", "j %@ n\no",
      ])
  }
}
