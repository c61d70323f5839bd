internal import MocoaModel

/// Where the children of an object or a list stand in a JSON text.
enum JSONContainer: Sendable {
  /// Where a child begins, and where its value does: behind its name, where it has one.
  typealias Child = (start: Int, value: Int)

  /// An object; of members with the same name the last is meant.
  case object([String: Child])

  case list([Int])

  /// A child by its name or its position.
  func child(_ token: String) -> Child? {
    switch self {
    case .object(let members): return members[token]
    case .list(let places):
      guard let position = Int(token), places.indices.contains(position) else { return nil }
      return (places[position], places[position])
    }
  }

  /// All of a text, by where they begin, in one walk; however deep they are, it goes no deeper.
  static func all(in text: JSONText) -> [Int: JSONContainer] {
    var walk = Walk(text: text)
    walk.run()
    return walk.containers
  }

  /// The way through a text from its begin to its end.
  private struct Walk {
    let text: JSONText
    var containers: [Int: JSONContainer] = [:]

    /// The containers around, the outermost first.
    private var open: [Open] = []

    private struct Open {
      let start: Int
      var container: JSONContainer

      /// The name that was read, whose value comes next, and where it stands.
      var name: (text: String, start: Int)?

      mutating func add(_ position: Int) {
        switch container {
        case .list(var places):
          // Taken out meanwhile, so that it is not copied.
          container = .list([])
          places.append(position)
          container = .list(places)
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
