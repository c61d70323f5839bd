package import MocoaModel

/// One name or index on the path from a document to a value in it.
package enum PathStep: Hashable, Sendable {
  /// The name of a member of an object.
  case name(String)

  /// The index of an element of an array, from 0.
  case index(Int)
}

/// An item with a known path in its document.
package protocol AddressableItem: CellModel {
  /// The names and indexes that lead from the document to the item, or `nil` if they are unknown.
  var steps: [PathStep]? { get }

  /// The name or index of the item in its array or object.
  var key: String? { get }

  /// The value of the item as JSON on one line.
  var valueJSON: [UInt8] { get }

  /// The value of the item as exact text.
  ///
  /// A string has no quotes, and an array or object is JSON.
  var valueText: [UInt8] { get }
}

extension [PathStep] {
  /// The path as `jq` writes it after `$`, such as `$.users[0].name`.
  ///
  /// A name that is not an identifier is in brackets and quotes.
  package var pathText: String {
    reduce("$") { text, step in
      switch step {
      case .index(let index): return "\(text)[\(index)]"
      case .name(let name):
        return Self.isIdentifier(name)
          ? "\(text).\(name)"
          : "\(text)[\(String(decoding: CompactJSON.bytes(of: .string(name)), as: UTF8.self))]"
      }
    }
  }

  /// The path as a JSON pointer, such as `/users/0/name`.
  package var pointerText: String {
    reduce("") { text, step in
      switch step {
      case .index(let index): return "\(text)/\(index)"
      case .name(let name): return "\(text)/\(Self.escaped(name))"
      }
    }
  }

  /// Returns a name with the escapes that a JSON pointer requires.
  package static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
