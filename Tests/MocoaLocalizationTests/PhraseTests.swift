import Testing

@testable import MocoaLocalization

@Suite("Messages")
struct PhraseTests {
  @Test("are in English unless another language is set")
  func english() {
    let path = "a %@.json"
    #expect(localized("wrote \(2) to \(path)") == "wrote 2 to a %@.json")
    #expect(localized("\(1, one: "item", other: "items")") == "1 item")
    #expect(localized("\(2, one: "item", other: "items")") == "2 items")
    #expect(localized("not found") == "not found")
    #expect(localized(key: "not found") == "not found")
  }

  // The language is that of the process, which runs other tests as well.
  @Test("are looked up in the catalog, or stay in English")
  func chinese() async {
    await #expect(processExitsWith: .success) {
      MessageCatalog.activate(
        MessageCatalog([
          "wrote %@ to %@": "%2$@ 已写入 %1$@", "%@ items": "%@ 个条目", "not found": "未找到",
        ]))
      #expect(
        localized("wrote \(localized("\(1, one: "item", other: "items")")) to \("%@")")
          == "%@ 已写入 1 个条目")
      #expect(localized("\(1, one: "item", other: "items")") == "1 个条目")
      #expect(localized("not found") == "未找到")
      #expect(localized(key: "not found") == "未找到")
      #expect(localized("not \("found")") == "not found")
      #expect(localized("\(1, one: "row", other: "rows")") == "1 row")
      #expect(MessageCatalog.withEnglish { localized("not found") } == "not found")
      await Task.detached { #expect(localized("not found") == "未找到") }.value
      MessageCatalog.activate(nil)
      #expect(localized("not found") == "not found")
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
    #expect(MessageCatalog.filled(entry, ["a", "b"]) == text)
  }
}
