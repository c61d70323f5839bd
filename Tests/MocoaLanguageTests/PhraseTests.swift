import Testing

@testable import MocoaLanguage

@Suite("Messages")
struct PhraseTests {
  @Test("are in English unless another language is set")
  func english() {
    let path = "a %@.json"
    #expect(phrase("wrote \(2) to \(path)") == "wrote 2 to a %@.json")
    #expect(phrase("\(1, "item", "items")") == "1 item")
    #expect(phrase("\(2, "item", "items")") == "2 items")
    #expect(phrase("not found") == "not found")
    #expect(phrase(for: "not found") == "not found")
  }

  // The language is that of the process, which runs other tests as well.
  @Test("are looked up in the catalog, or stay in English")
  func chinese() async {
    await #expect(processExitsWith: .success) {
      Phrasebook.use(
        Phrasebook([
          "wrote %@ to %@": "%2$@ 已写入 %1$@", "%@ items": "%@ 个条目", "not found": "未找到",
        ]))
      #expect(phrase("wrote \(phrase("\(1, "item", "items")")) to \("%@")") == "%@ 已写入 1 个条目")
      #expect(phrase("\(1, "item", "items")") == "1 个条目")
      #expect(phrase("not found") == "未找到")
      #expect(phrase(for: "not found") == "未找到")
      #expect(phrase("not \("found")") == "not found")
      #expect(phrase("\(1, "row", "rows")") == "1 row")
      #expect(Phrasebook.inEnglish { phrase("not found") } == "not found")
      await Task.detached { #expect(phrase("not found") == "未找到") }.value
      Phrasebook.use(nil)
      #expect(phrase("not found") == "not found")
    }
  }

  @Test(
    "insert values in the order of the translation",
    arguments: [
      ("%@ 与 %@", "a 与 b"), ("%2$@ 与 %1$@", "b 与 a"), ("%2$@、%@", "b、a"), ("%@%%", "a%%"),
      ("100 % %@", "100 % a"), ("%", "%"), ("%1$", "%1$"), ("%3$@", "%3$@"), ("%1@", "%1@"),
      ("%@ %@ %@", "a b %@"), ("%0$@", "%0$@"),
    ])
  func filling(_ entry: String, _ text: String) {
    #expect(Phrasebook.filled(entry, ["a", "b"]) == text)
  }
}
