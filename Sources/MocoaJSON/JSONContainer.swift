internal import MocoaModel

/// The offsets of the children of an object or array in a JSON text.
enum JSONContainer: Sendable {
  /// The offset of a child, and the offset of its value.
  ///
  /// They differ for the members of an object, because a member begins with its name.
  typealias Child = (start: Int, value: Int)

  /// The members of an object by name.
  ///
  /// If a name repeats, the dictionary contains the last member with that name.
  case object([String: Child])

  case list([Int])

  /// Returns a child by name or index.
  func child(_ token: String) -> Child? {
    switch self {
    case .object(let members): return members[token]
    case .list(let offsets):
      guard let position = Int(token), offsets.indices.contains(position) else { return nil }
      return (offsets[position], offsets[position])
    }
  }

  /// Returns all objects and arrays of a text by their start offset.
  ///
  /// The method scans the text once, without recursion.
  static func all(in text: JSONText) -> [Int: JSONContainer] {
    var walk = Scan(text: text)
    walk.run()
    return walk.containers
  }

  /// A scan of a text that finds all objects and arrays.
  private struct Scan {
    let text: JSONText
    var containers: [Int: JSONContainer] = [:]

    /// The objects and arrays whose end has not been reached, the outermost first.
    private var open: [Open] = []

    private struct Open {
      let start: Int
      var container: JSONContainer

      /// The name of a member whose value has not been read yet, and its offset.
      var name: (text: String, start: Int)?

      mutating func add(_ position: Int) {
        switch container {
        case .list(var offsets):
          // The array is moved out first, so that appending does not copy it.
          container = .list([])
          offsets.append(position)
          container = .list(offsets)
        case .object(var members):
          guard let name else { return }
          container = .object([:])
          members[name.text] = (name.start, position)
          container = .object(members)
          self.name = nil
        }
      }

      var expectsName: Bool {
        if case .object = container { name == nil } else { false }
      }
    }

    init(text: JSONText) {
      self.text = text
    }

    mutating func run() {
      var position = 0
      while let byte = text.byte(at: position) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          add(position)
          let container = byte == UInt8(ascii: "{") ? JSONContainer.object([:]) : .list([])
          open.append(Open(start: position, container: container))
          position += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if let closed = open.popLast() { containers[closed.start] = closed.container }
          position += 1
        case UInt8(ascii: "\""):
          let end = text.stringEnd(position)
          if let last = open.indices.last, open[last].expectsName {
            open[last].name = (text.string(position..<end), position)
          } else {
            add(position)
          }
          position = end
        case _ where byte.isJSONBlank || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":"):
          position += 1
        default:
          add(position)
          position = text.bytes[position...].firstIndex(where: JSONText.ends) ?? text.bytes.count
        }
      }
    }

    private mutating func add(_ position: Int) {
      if let last = open.indices.last { open[last].add(position) }
    }
  }
}
