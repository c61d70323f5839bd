import MocoaJSON
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Encoded entities")
struct EntityCodingTests {
  private func text(_ value: some Entity) throws -> String {
    String(
      decoding: try EntityEncoder.encode(value, .descriptor(for: type(of: value))).bytes,
      as: UTF8.self)
  }

  private func decode<E: Entity>(
    _ type: E.Type, _ text: String, resolve: @escaping EntityDecoder.Resolve = { _, _ in nil }
  ) throws -> E {
    let value = try Array(text.utf8).withUnsafeBytes {
      try EntityDecoder.decode($0, .descriptor(for: type), resolve: resolve)
    }
    return try #require(value as? E)
  }

  private func children(_ entities: [any Entity]) -> EntityDecoder.Resolve {
    { id, shape in
      entities.first {
        $0.itemID == id && EntityDescriptor.descriptor(for: $0).entityName == shape.entityName
      }
    }
  }

  let album = Album(
    id: 7, title: "Kind of Blue", artist: Artist(id: "miles", name: "Miles Davis"),
    producer: Artist(id: "teo"), tracks: [Track(1), Track("so-what"), Track(ItemID(1.5))],
    liner: .init(note: "\"…\"\n", bonus: [Track(1)]), formerArtist: Artist(id: "x", name: "X"))

  // MARK: - References

  @Test("contain references in place of their children")
  func references() throws {
    #expect(
      try text(album) == #"""
        {"id":7,"title":"Kind of Blue","artist":"miles","producer":"teo",\#
        "tracks":[1,"so-what",{"":"n3ff8000000000000"}],\#
        "liner":{"note":"\"…\"\n","bonus":[1]},"formerArtist":[{"id":"x","name":"X"}]}
        """#)
    let references = try EntityEncoder.encode(album, .descriptor(for: Album.self)).references
    #expect(
      references.mapValues { $0 } == [
        EntityReference<Artist>("miles").key: true, EntityReference<Artist>("teo").key: false,
        Track(1).entityKey: false, Track("so-what").entityKey: false,
        Track(ItemID(1.5)).entityKey: false,
      ])
  }

  @Test("are decoded with the current children")
  func resolved() throws {
    let miles = Artist(id: "miles", name: "Miles Dewey Davis III")
    let others: [any Entity] = [Artist(id: "teo"), Track(1, "new"), Track("so-what")]
    let back = try decode(
      Album.self, text(album), resolve: children([miles, Track(ItemID(1.5))] + others))
    var expected = album
    expected.artist = miles
    expected.tracks[0] = Track(1, "new")
    expected.liner.bonus = [Track(1, "new")]
    #expect(back == expected)
  }

  @Test("lose missing optional children, and require all others")
  func missing() throws {
    let back = try decode(Album.self, text(album), resolve: children([Artist(id: "miles")]))
    #expect(back.producer == nil)
    #expect(back.tracks.isEmpty)
    #expect(back.liner == .init(note: "\"…\"\n"))
    #expect(back.formerArtist == album.formerArtist)
    #expect(throws: EntityDecoder.MissingChild.self) {
      try decode(Album.self, text(album), resolve: children([Artist(id: "teo")]))
    }
  }

  @Test("contain children without identity in place")
  func unidentified() throws {
    var inner = Draft(id: 0, text: "inner", author: Artist(id: "a", name: "A"))
    inner.replies = [Draft(id: 5, text: "five")]
    inner.keeper = Draft.Keeper(id: 0, artist: Artist(id: "b"))
    let draft = Draft(id: 1, text: "outer", replies: [inner, Draft(id: 2)])
    #expect(
      try text(draft) == #"""
        {"id":1,"text":"outer","replies":[[{"id":0,"text":"inner","author":"a","replies":[5],\#
        "keeper":[{"id":0,"artist":"b"}]}],2]}
        """#)
    // The keeper requires its artist, but the draft does not require its keeper.
    let references = try EntityEncoder.encode(draft, .descriptor(for: Draft.self)).references
    #expect(references[EntityReference<Artist>("b").key] == false)
    let all: [any Entity] = [
      Artist(id: "a", name: "A"), Artist(id: "b"), Draft(id: 5, text: "five"), Draft(id: 2),
    ]
    #expect(try decode(Draft.self, text(draft), resolve: children(all)) == draft)
    let rest = try decode(Draft.self, text(draft), resolve: children([Draft(id: 2)]))
    inner.author = nil
    inner.replies = []
    inner.keeper = nil
    #expect(rest.replies == [inner, Draft(id: 2)])
  }

  @Test("refer to identities of all stable forms")
  func identities() throws {
    let ids: [ItemID] = [
      0, -1, ItemID(Int64.min), ItemID(UInt64.max), ItemID(0.1), ItemID(-Double.infinity), "", "a",
      "#1", "é", "e\u{301}", "\u{301}", "\0", ItemID(3).withOccurrence(2),
      ItemID("\u{301}x").withOccurrence(1),
      ItemID("t").withOccurrence(UInt32.max), ItemID(0.5).withOccurrence(1),
      ItemID(UInt64.max).withOccurrence(9),
    ]
    for id in ids {
      let stored = try #require(StoredID(id))
      #expect(stored.itemID == id)
      var json = JSONWriter()
      json.append(stored)
      #expect(StoredID(try JSONReader.value(of: json.bytes)) == stored, "\(id)")
    }
    #expect(Set(ids.compactMap { StoredID($0) }).count == ids.count)
    #expect(StoredID(ItemID(hash: 7)) == nil)
    for nonsense in ["", "x", "#", "#x", "#99999999999i1", "n", "i", "#1"] {
      #expect(StoredID.tagged(nonsense).itemID == nil, "\(nonsense)")
    }
  }

  // MARK: - Limits

  @Test("are limited to 200 levels when encoded and decoded")
  func depth() throws {
    func nested(_ depth: Int) -> Draft {
      (0..<depth).reduce(Draft(id: 0)) { inner, _ in Draft(id: 0, replies: [inner]) }
    }
    // Each draft is in an array, which is also a level.
    #expect(try decode(Draft.self, text(nested(99))) == nested(99))
    #expect(throws: EncodingError.self) { try text(nested(100)) }
    let deep = (0..<150).reduce(#"{"id":0,"text":"","replies":[]}"#) { inner, _ in
      #"{"id":0,"text":"","replies":[[\#(inner)]]}"#
    }
    #expect(throws: DecodingError.self) { try decode(Draft.self, deep) }
  }

  @Test("never crash the decoder if they are corrupted")
  func damage() throws {
    var random = SeededGenerator(seed: 6)
    let bytes = Array(try text(album).utf8)
    let resolve = children([Artist(id: "miles"), Track(1)])
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0...random.below(3) {
        let place = random.below(damaged.count)
        damaged[place] = JSONSamples.bytes[random.below(JSONSamples.bytes.count)]
      }
      _ = try? damaged.withUnsafeBytes {
        try EntityDecoder.decode($0, .descriptor(for: Album.self), resolve: resolve)
      }
    }
  }
}
