internal import MocoaSQLite
internal import MocoaModel

/// An identity in its stored form: integers and text unchanged, all others as tagged text.
enum StoredID: Hashable, Sendable {
  case integer(Int64)
  case text(String)

  /// An identity that is neither an integer nor a text, as text.
  ///
  /// The first letter is `n` for the bits of a floating-point number and `l` for a large integer. A
  /// repeated occurrence of an identity begins with `#` and the number of the occurrence, such as
  /// `#2`. In that case, the letter after the number may also be `i` for an integer or `t` for
  /// text.
  case tagged(String)

  /// Creates the stored form of an identity.
  ///
  /// Returns `nil` for an identity that is a hash value, because hash values change with each run.
  init?(_ id: ItemID) {
    let tag: String
    switch id.storage {
    case .integer(let value):
      if id.occurrence == 0 {
        self = .integer(value)
        return
      }
      tag = "i\(value)"
    case .text(let value):
      if id.occurrence == 0 {
        self = .text(value)
        return
      }
      tag = "t\(value)"
    case .number(let value): tag = "n" + String(value.bitPattern, radix: 16)
    case .large(let digits): tag = "l\(digits)"
    case .hash: return nil
    }
    self = .tagged(id.occurrence == 0 ? tag : "#\(id.occurrence)\(tag)")
  }

  /// The identity, or `nil` if the tagged text is invalid.
  var itemID: ItemID? {
    switch self {
    case .integer(let value): return ItemID(value)
    case .text(let value): return ItemID(value)
    case .tagged(let text):
      // The loop reads bytes, because a combining character may follow a letter.
      var remaining = text.utf8[...]
      var occurrence: UInt32 = 0
      if remaining.first == UInt8(ascii: "#") {
        let digits = remaining.dropFirst().prefix(while: \.isDigit)
        guard let number = UInt32(Substring(digits)) else { return nil }
        occurrence = number
        remaining = remaining[digits.endIndex...]
      }
      guard let tag = remaining.first, let form = Self.decode(tag, Substring(remaining.dropFirst()))
      else {
        return nil
      }
      return ItemID(form: form, occurrence: occurrence)
    }
  }

  private static func decode(_ tag: UInt8, _ value: Substring) -> ItemID.Storage? {
    switch tag {
    case UInt8(ascii: "i"): Int64(value).map { .integer($0) }
    case UInt8(ascii: "t"): .text(String(value))
    case UInt8(ascii: "n"): UInt64(value, radix: 16).map { .number(Double(bitPattern: $0)) }
    case UInt8(ascii: "l"): .large(String(value))
    default: nil
    }
  }

  /// Returns `true` if two identities are equal.
  ///
  /// Text is compared by its bytes.
  static func == (one: StoredID, other: StoredID) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.text(let one), .text(let other)), (.tagged(let one), .tagged(let other)):
      one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }

  /// Hashes the values that `==` compares.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .text(var text), .tagged(var text):
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension SQLiteValue {
  /// Creates the column value of an identity.
  ///
  /// Identities other than integers and texts are stored as blobs.
  init(_ id: StoredID) {
    switch id {
    case .integer(let value): self = .integer(value)
    case .text(let text): self = .text(text)
    case .tagged(let spelling): self = .blob(Array(spelling.utf8))
    }
  }
}

extension SQLiteStatement {
  /// Returns the identity in a column of the current row, or `nil` if the column has no valid
  /// identity.
  func id(_ column: Int32) -> StoredID? {
    switch type(of: column) {
    case .integer: .integer(integer(column))
    case .text: withUTF8(column) { .text(String(decoding: $0, as: UTF8.self)) }
    case .blob: withBytes(column) { .tagged(String(decoding: $0, as: UTF8.self)) }
    case .real, .null: nil
    }
  }
}
