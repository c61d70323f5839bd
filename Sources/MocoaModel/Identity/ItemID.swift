/// The identity of an item: what stays the same while its content changes.
///
/// An integer or a string is stored inline; a record that has no identity of its own is known by a
/// hash of its content. `1` and `1.0` are the same identity, `1` and `"1"` are not, and strings
/// compare by their bytes: two spellings of "é" are two identities.
///
/// Lists may repeat an identity. `occurrence` tells the repeats apart: 0 for the first, 1 for the
/// second, in list order.
public struct ItemID: Sendable {
  /// The stored forms, told apart by their type as well as by their value.
  package enum Form: Sendable {
    case integer(Int64)
    case number(Double)
    /// An integer beyond 64 bits, by its digits.
    case large(String)
    case text(String)
    case hash(UInt64)
  }

  package let form: Form

  /// How many equal identities stand before this one in the same list.
  public let occurrence: UInt32

  package init(form: Form, occurrence: UInt32 = 0) {
    self.form = form
    self.occurrence = occurrence
  }

  /// An identity that is an integer.
  public init(_ integer: some BinaryInteger) {
    if let exact = Int64(exactly: integer) {
      self.init(form: .integer(exact))
    } else {
      self.init(form: .large(String(integer)))
    }
  }

  /// An identity that is a number; a whole number is the same identity as that integer.
  public init(_ number: Double) {
    if let exact = Int64(exactly: number) {
      self.init(form: .integer(exact))
    } else {
      self.init(form: .number(number))
    }
  }

  /// An identity that is a string.
  public init(_ text: String) {
    self.init(form: .text(text))
  }

  /// An identity that is a seeded 64-bit hash of content.
  ///
  /// - Parameter hash: equal hashes are taken for equal identities, so they must be seeded per run.
  public init(hash: UInt64) {
    self.init(form: .hash(hash))
  }

  /// Whether it names the same item in another run of the program, as a hash of content does not.
  public var isLasting: Bool {
    if case .hash = form { false } else { true }
  }

  /// The same identity as the `occurrence`-th of its repeats, counted from 0.
  public func repeated(_ occurrence: UInt32) -> ItemID {
    ItemID(form: form, occurrence: occurrence)
  }
}

extension ItemID: Hashable {
  /// Whether both have the same form, value and occurrence; strings by their bytes.
  public static func == (left: ItemID, right: ItemID) -> Bool {
    guard left.occurrence == right.occurrence else { return false }
    switch (left.form, right.form) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.number(let a), .number(let b)): return a.bitPattern == b.bitPattern
    case (.large(let a), .large(let b)): return a == b
    case (.text(let a), .text(let b)): return a.utf8.elementsEqual(b.utf8)
    case (.hash(let a), .hash(let b)): return a == b
    default: return false
    }
  }

  /// Feeds form, value and occurrence; strings by their bytes, as `==` compares them.
  public func hash(into hasher: inout Hasher) {
    switch form {
    case .integer(let value):
      hasher.combine(0 as UInt8)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value.bitPattern)
    case .large(let digits):
      hasher.combine(4 as UInt8)
      hasher.combine(digits)
    case .text(var value):
      hasher.combine(2 as UInt8)
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .hash(let value):
      hasher.combine(3 as UInt8)
      hasher.combine(value)
    }
    hasher.combine(occurrence)
  }
}

extension ItemID: CustomStringConvertible {
  /// The identity as a reader would write it, with `#n` behind a repeat.
  public var description: String {
    let value =
      switch form {
      case .integer(let value): String(value)
      case .number(let value): String(value)
      case .large(let digits): digits
      case .text(let value): value
      case .hash(let value): "~" + String(value, radix: 16)
      }
    return occurrence == 0 ? value : "\(value)#\(occurrence)"
  }
}

extension ItemID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// The identity `42`, written as a literal.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// The identity `"kind-of-blue"`, written as a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

/// A type whose values can serve as the identity of an item.
public protocol ItemIDConvertible {
  /// The value as an identity.
  var itemID: ItemID { get }
}

extension ItemID: ItemIDConvertible {
  /// The identity itself.
  public var itemID: ItemID { self }
}

extension Int: ItemIDConvertible {
  /// The integer as an identity.
  public var itemID: ItemID { ItemID(self) }
}

extension Int64: ItemIDConvertible {
  /// The integer as an identity.
  public var itemID: ItemID { ItemID(self) }
}

extension String: ItemIDConvertible {
  /// The string as an identity.
  public var itemID: ItemID { ItemID(self) }
}
