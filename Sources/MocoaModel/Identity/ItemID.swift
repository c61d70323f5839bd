/// The identity of an item, which stays the same while the content of the item changes.
///
/// An integer or a string is stored inline. A record without an identity is identified by a hash of
/// its content. `1` and `1.0` are the same identity; `1` and `"1"` are not. Strings are compared by
/// their bytes, so two Unicode spellings of "é" are different identities.
///
/// A list may contain an identity more than once. `occurrence` distinguishes equal identities in
/// list order: 0 for the first, 1 for the second.
public struct ItemID: Sendable {
  /// The forms in which an identity is stored.
  ///
  /// Values of different forms are never equal.
  package enum Storage: Sendable {
    case integer(Int64)
    case number(Double)
    /// An integer that does not fit into 64 bits, as its digits.
    case large(String)
    case text(String)
    case hash(UInt64)
  }

  package let storage: Storage

  /// The number of equal identities before this one in the same list.
  public let occurrence: UInt32

  package init(form: Storage, occurrence: UInt32 = 0) {
    self.storage = form
    self.occurrence = occurrence
  }

  /// Creates an identity from an integer.
  public init(_ integer: some BinaryInteger) {
    if let exact = Int64(exactly: integer) {
      self.init(form: .integer(exact))
    } else {
      self.init(form: .large(String(integer)))
    }
  }

  /// Creates an identity from a number.
  ///
  /// A number without a fraction results in the same identity as the equal integer.
  public init(_ number: Double) {
    if let exact = Int64(exactly: number) {
      self.init(form: .integer(exact))
    } else {
      self.init(form: .number(number))
    }
  }

  /// Creates an identity from a string.
  public init(_ text: String) {
    self.init(form: .text(text))
  }

  /// Creates an identity from a seeded 64-bit hash of content.
  ///
  /// - Parameter hash: The hash. Equal hashes are equal identities. The seed must differ in each
  ///   run, so that data cannot be crafted to have equal hashes.
  public init(hash: UInt64) {
    self.init(form: .hash(hash))
  }

  /// A Boolean value that indicates whether the identity names the same item in other runs.
  ///
  /// It is `false` for a hash of content, because its seed differs in each run.
  public var isStableAcrossRuns: Bool {
    if case .hash = storage { false } else { true }
  }

  /// Returns the same identity with an occurrence.
  ///
  /// - Parameter occurrence: The index among the equal identities of the list, from 0.
  public func withOccurrence(_ occurrence: UInt32) -> ItemID {
    ItemID(form: storage, occurrence: occurrence)
  }
}

extension ItemID: Hashable {
  /// Returns `true` if two identities have the same form, value and occurrence.
  ///
  /// Strings are compared by bytes.
  public static func == (left: ItemID, right: ItemID) -> Bool {
    guard left.occurrence == right.occurrence else { return false }
    switch (left.storage, right.storage) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.number(let a), .number(let b)): return a.bitPattern == b.bitPattern
    case (.large(let a), .large(let b)): return a == b
    case (.text(let a), .text(let b)): return a.utf8.elementsEqual(b.utf8)
    case (.hash(let a), .hash(let b)): return a == b
    default: return false
    }
  }

  /// Hashes the form, value and occurrence.
  ///
  /// Strings are hashed by their bytes, as `==` compares them.
  public func hash(into hasher: inout Hasher) {
    switch storage {
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
  /// The identity as text.
  ///
  /// An identity whose occurrence is not 0 has the suffix `#n`.
  public var description: String {
    let value =
      switch storage {
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
  /// Creates an identity from an integer literal such as `42`.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// Creates an identity from a string literal such as `"kind-of-blue"`.
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

extension ItemID {
  /// The kinds of identities that fit into one 64-bit word and are compared as words.
  public enum WordKind: Sendable {
    /// A 64-bit integer, stored as its bit pattern.
    case integer

    /// A hash of the content of a record.
    case hash
  }

  /// The identity as a word.
  ///
  /// `nil` if the identity does not fit into a word, or if its occurrence is not 0.
  var word: (kind: WordKind, bits: UInt64)? {
    guard occurrence == 0 else { return nil }
    return switch storage {
    case .integer(let value): (.integer, UInt64(bitPattern: value))
    case .hash(let value): (.hash, value)
    case .number, .large, .text: nil
    }
  }
}
