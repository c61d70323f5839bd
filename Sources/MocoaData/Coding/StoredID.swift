internal import MocoaModel

/// An identity as it is kept: integers and texts as they are, all others as a text of their own kind.
enum StoredID: Hashable, Sendable {
  case integer(Int64)
  case text(String)

  /// A form that is rare, spelled out: `n` for a number's bits, `l` for many digits; and, for one of
  /// several that are equal, `#2` before it, where `i` and `t` are the common forms.
  case tagged(String)

  /// The identity as it is kept; nil for a hash, which is another in the next run.
  init?(_ id: ItemID) {
    let tag: String
    switch id.form {
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

  /// The identity that is kept; nil where nothing of that kind was ever written.
  var itemID: ItemID? {
    switch self {
    case .integer(let value): return ItemID(value)
    case .text(let value): return ItemID(value)
    case .tagged(let text):
      // Byte by byte: what follows a letter may be an accent that belongs to it.
      var rest = text.utf8[...]
      var occurrence: UInt32 = 0
      if rest.first == UInt8(ascii: "#") {
        let digits = rest.dropFirst().prefix(while: \.isDigit)
        guard let number = UInt32(Substring(digits)) else { return nil }
        occurrence = number
        rest = rest[digits.endIndex...]
      }
      guard let tag = rest.first, let form = Self.form(tag, Substring(rest.dropFirst())) else {
        return nil
      }
      return ItemID(form: form, occurrence: occurrence)
    }
  }

  private static func form(_ tag: UInt8, _ value: Substring) -> ItemID.Form? {
    switch tag {
    case UInt8(ascii: "i"): Int64(value).map { .integer($0) }
    case UInt8(ascii: "t"): .text(String(value))
    case UInt8(ascii: "n"): UInt64(value, radix: 16).map { .number(Double(bitPattern: $0)) }
    case UInt8(ascii: "l"): .large(String(value))
    default: nil
    }
  }

  /// Whether both are the same, texts by their bytes.
  static func == (one: StoredID, other: StoredID) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.text(let one), .text(let other)), (.tagged(let one), .tagged(let other)):
      one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }

  /// Feeds what `==` compares.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .text(var text), .tagged(var text):
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
