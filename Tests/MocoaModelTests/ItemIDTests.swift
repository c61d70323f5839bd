import MocoaModel
import Testing

@Suite("Identities")
struct ItemIDTests {
  @Test(
    "an integer has one identity, independent of its spelling",
    arguments: [
      (ItemID(1), ItemID(1.0)), (ItemID(0), ItemID(-0.0)), (ItemID(1), 1),
      (ItemID(Int64.min), ItemID(-9.223372036854775808e18)), (ItemID(UInt8(7)), ItemID(Int64(7))),
      (ItemID("a"), "a"),
    ] as [(ItemID, ItemID)])
  func equal(left: ItemID, right: ItemID) {
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left.description == right.description)
  }

  @Test(
    "different types, values, bytes or occurrences are different identities",
    arguments: [
      (ItemID(1), ItemID("1")), (ItemID(1.5), ItemID("1.5")), (ItemID(1), ItemID(1.5)),
      (ItemID("\u{E9}"), ItemID("e\u{301}")), (ItemID("a"), ItemID("A")), (ItemID(""), ItemID(0)),
      (ItemID(1), ItemID(hash: 1)), (ItemID("1"), ItemID(hash: 1)),
      (ItemID(1), ItemID(1).withOccurrence(1)),
      (ItemID(1).withOccurrence(1), ItemID(1).withOccurrence(2)),
      (ItemID(UInt64.max), ItemID(UInt64.max - 1)), (ItemID(UInt64.max), ItemID(-1)),
    ] as [(ItemID, ItemID)])
  func different(left: ItemID, right: ItemID) {
    #expect(left != right)
    #expect(Set([left, right]).count == 2)
  }

  @Test("NaN is an identity")
  func notANumber() {
    #expect(ItemID(Double.nan) == ItemID(Double.nan))
    #expect(ItemID(Double.infinity) != ItemID(-Double.infinity))
  }

  @Test(
    "the description is the text of the value",
    arguments: [
      (ItemID(-3), "-3"), (ItemID(2.0), "2"), (ItemID(2.5), "2.5"), (ItemID("kind of"), "kind of"),
      (ItemID(hash: 255), "~ff"), (ItemID("a").withOccurrence(2), "a#2"),
      (ItemID(UInt64.max), "18446744073709551615"),
    ] as [(ItemID, String)])
  func description(id: ItemID, text: String) {
    #expect(id.description == text)
  }

  @Test("integers and strings convert to identities")
  func convertible() {
    #expect(Int64(5).itemID == 5)
    #expect("five".itemID == "five")
    #expect(5.itemID == ItemID(5))
    #expect(ItemID("x").itemID == "x")
  }
}

@Suite("Paths")
struct ItemPathTests {
  @Test("are ordered by section, then by item")
  func order() {
    let paths = [(0, 0), (0, 9), (1, 0), (1, 2), (2, 1)].map { ItemPath(section: $0.0, item: $0.1) }
    #expect(paths.reversed().sorted() == paths)
    #expect(paths[1].description == "[0, 9]")
  }
}
