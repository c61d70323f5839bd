import Foundation
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

/// An entity that contains a value of any type.
private struct Holder<Value: Codable & Sendable & Equatable>: Entity {
  var id = 1
  var value: Value
  static var entityName: String { "Holder" }
}

@Suite("Codable values in entities")
struct CodableShapeTests {
  private func isKept<Value: Codable & Sendable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try EntityEncoder.encode(Holder(value: value), .descriptor(for: Holder<Value>.self))
      .bytes
    let back = try bytes.withUnsafeBytes {
      try EntityDecoder.decode($0, .descriptor(for: Holder<Value>.self)) { _, _ in nil }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      (back as? Holder<Value>)?.value == value, "\(text)", sourceLocation: sourceLocation)
  }

  @Test("integers of every width are decoded exactly")
  func scalars() throws {
    try isKept([Int8.min, .max])
    try isKept([Int16.min, .max])
    try isKept([Int32.min, .max])
    try isKept([Int64.min, .max])
    try isKept([Int128.min, .max])
    try isKept([UInt8.max])
    try isKept([UInt16.max])
    try isKept([UInt32.max])
    try isKept([UInt64.max, 1 << 63, 9, 10, 0])
    try isKept([UInt128.max])
    try isKept([UInt.max])
    try isKept([true, false])
    try isKept(["", "\0\u{1F}\"\\/\n\t\u{7F}", "é\u{301}👩‍👩‍👧", "\u{10FFFF}", "{", "["])
    try isKept([Float.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -0.0, .infinity])
    try isKept([Double.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  }

  @Test("floating-point numbers are decoded bit by bit")
  func doubles() throws {
    var random = SeededGenerator(seed: 1)
    var values = (0..<5000).map { _ in Double(bitPattern: random.next()) }.filter { !$0.isNaN }
    values += [0, -0.0, 1e15, 1e16, 1e17, 123_456_789, .leastNonzeroMagnitude]
    values += [.leastNormalMagnitude, -.leastNonzeroMagnitude]
    let floats = values.map { Float($0) }
    struct Numbers: Codable, Equatable {
      var doubles: [Double]
      var floats: [Float]
      static func == (one: Numbers, other: Numbers) -> Bool {
        one.doubles.map(\.bitPattern) == other.doubles.map(\.bitPattern)
          && one.floats.map(\.bitPattern) == other.floats.map(\.bitPattern)
      }
    }
    try isKept(Numbers(doubles: values, floats: floats))
    let bytes = try EntityEncoder.encode(
      Holder(value: Double.nan), .descriptor(for: Holder<Double>.self)
    ).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":1,"value":"nan"}"#)
  }

  @Test("optionals, dictionaries, sets and nested arrays are decoded")
  func containers() throws {
    try isKept([Int?.none, 1])
    try isKept([String?.none, "a"])
    try isKept(["a": 1, "": 2, "super": 3])
    try isKept([1: "a", -2: "b"])
    try isKept([[1.5]: "a", []: "b"])
    try isKept(Set([1, 2, 3]))
    try isKept([[], [[]], [[1], [2, 3]]] as [[[Int]]])
    try isKept(["a": ["b": nil, "c": 1], "d": [:]] as [String: [String: Int?]])
    try isKept(Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", $0) }))
    try isKept([1..<2, 3..<9])
    try isKept(["1": [String?]()])
  }

  @Test("types of Foundation are decoded")
  func foundation() throws {
    try isKept(Date(timeIntervalSinceReferenceDate: 0.123456789))
    try isKept(UUID())
    try isKept(URL(string: "https://a.b/c?d#e"))
    try isKept(Data([0, 1, 255]))
    try isKept(Decimal(string: "-123456789.123456789"))
  }

  private indirect enum Shape: Codable, Equatable, Sendable {
    case point
    case circle(Double)
    case named(name: String, Shape)
    case group([Shape], scale: Int?)

    static func random(_ random: inout SeededGenerator, depth: Int = 0) -> Shape {
      switch random.below(depth > 5 ? 2 : 4) {
      case 0: .point
      case 1: .circle(Double(random.next()) / 7)
      case 2: .named(name: "n\"\(random.below(99))", .random(&random, depth: depth + 1))
      default:
        .group(
          (0..<random.below(4)).map { _ in .random(&random, depth: depth + 1) },
          scale: random.below(2) == 0 ? nil : random.below(99))
      }
    }
  }

  @Test("enumerations with nested payloads are decoded")
  func enumerations() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 { try isKept(Shape.random(&random)) }
  }

  // MARK: - Manual containers

  private class Base: Codable, Equatable, @unchecked Sendable {
    // Sendable, because the tests change no instance.
    let base: Int
    init(base: Int) { self.base = base }
    static func == (one: Base, other: Base) -> Bool { one.base == other.base }
  }

  private final class Derived: Base, @unchecked Sendable {
    // Sendable, because the tests change no instance.
    var own = "own"
    var isInner = false

    override init(base: Int) { super.init(base: base) }

    private enum CodingKeys: CodingKey {
      case own, first, second, list, other
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(String.self, forKey: .own)
      let first = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
      let second = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .second)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      let same = try (0..<3).map { _ in try list.decode(Int.self) } == [1, 2, 3]
      var inner = try list.nestedUnkeyedContainer()
      let nils = try inner.decodeNil() && !inner.decodeNil() && inner.decode(Bool.self)
      let keyed = try list.nestedContainer(keyedBy: CodingKeys.self)
      let supers = try Base(from: list.superDecoder()).base == 9
      let other = try Base(from: container.superDecoder(forKey: .other)).base == 8
      isInner =
        try first.decode(Int.self, forKey: .first) == 1
        && first.decode(Int.self, forKey: .second) == 3
        && second.decode(Int.self, forKey: .first) == 2
        && second.decode(String.self, forKey: .second) == "4"
        && keyed.decodeNil(forKey: .own) && keyed.allKeys.count == 1
        && list.isAtEnd && list.count == 6 && same && nils && supers && other
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      // All containers are open together and receive values alternately.
      var first = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
      var second = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .second)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try first.encode(1, forKey: .first)
      try list.encode(1)
      try second.encode(2, forKey: .first)
      try container.encode(own, forKey: .own)
      try first.encode(3, forKey: .second)
      try list.encode(2)
      try super.encode(to: container.superEncoder())
      try second.encode("4", forKey: .second)
      try list.encode(3)
      var inner = list.nestedUnkeyedContainer()
      var keyed = list.nestedContainer(keyedBy: CodingKeys.self)
      try inner.encodeNil()
      try keyed.encodeNil(forKey: .own)
      try inner.encode(true)
      try Base(base: 9).encode(to: list.superEncoder())
      try Base(base: 8).encode(to: container.superEncoder(forKey: .other))
    }
  }

  @Test("interleaved containers and superclasses are decoded")
  func nested() throws {
    let bytes = try EntityEncoder.encode(
      Holder(value: Derived(base: 5)), .descriptor(for: Holder<Derived>.self)
    ).bytes
    let back = try bytes.withUnsafeBytes {
      try EntityDecoder.decode($0, .descriptor(for: Holder<Derived>.self)) { _, _ in nil }
    }
    let value = try #require((back as? Holder<Derived>)?.value)
    #expect(value.isInner && value.own == "own" && value.base == 5)
  }

  private struct Flat: Codable, Equatable {
    var inner: [String: Int]
    var more: [String: Int]

    init() { (inner, more) = (["a": 1], ["b": 2]) }

    init(from decoder: any Decoder) throws {
      self.init()
      let both = try decoder.singleValueContainer().decode([String: Int].self)
      inner["a"] = both["a"]
      more["b"] = both["b"]
    }

    func encode(to encoder: any Encoder) throws {
      // Both calls write to the same object.
      try inner.encode(to: encoder)
      try more.encode(to: encoder)
    }
  }

  @Test("two values can be encoded into one object")
  func flat() throws {
    try isKept([Flat(), Flat()])
  }

  private struct Fussy: Codable, Equatable, Error {
    var fails = false
    var twice = false
    func encode(to encoder: any Encoder) throws {
      if twice {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      }
      var container = encoder.unkeyedContainer()
      try container.encode("half")
      _ = container.nestedUnkeyedContainer()
      if fails { throw self }
    }
  }

  private struct Lenient: Codable, Equatable {
    var a = 1
    var b = 2
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(a, forKey: .a)
      try? container.encode(Fussy(fails: true), forKey: .b)
      try container.encode(b, forKey: .b)
    }
  }

  @Test("a failed value leaves no bytes, and encoding twice throws")
  func failures() throws {
    try isKept([Lenient()])
    #expect(throws: Fussy.self) { try isKept(Fussy(fails: true)) }
    #expect(throws: EncodingError.self) { try isKept(Fussy(twice: true)) }
  }
}
