internal import MocoaLanguage
internal import CSimdjson

/// A split of a list, an object, or a sequence of values into its children, piece by piece.
///
/// Only brackets and quotes are looked at, so that it is known where a child ends; whether it is
/// valid is found out when its entry is made.
struct JSONSplit: Sendable {
  private var split = mocoa_split()

  /// A child, by its places in the whole input.
  struct Child: Equatable {
    /// Where it begins: the name in an object, else the value.
    var start: Int

    /// Where its value begins.
    var value: Int

    var end: Int
  }

  /// Splits what begins at a place of the input.
  ///
  /// - Parameters:
  ///   - isSequence: whether there are no brackets and commas, only values behind each other.
  ///   - pauses: whether to pause where a value begins.
  init(from start: Int, isSequence: Bool = false, pauses: Bool = false) {
    split.offset = UInt64(start)
    split.is_sequence = isSequence ? 1 : 0
    split.pause = pauses ? .pause_wanted : .no_pause
  }

  /// The place of the next byte.
  var offset: Int { Int(split.offset) }

  /// What the children are, known behind the opening bracket.
  var form: RecordForm {
    split.is_sequence != 0 ? .values : split.is_object != 0 ? .members : .elements
  }

  /// Whether the closing bracket has been read.
  var isClosed: Bool { split.state == .closed }

  /// Whether the byte at `offset` cannot stand there.
  var isWrong: Bool { split.is_wrong != 0 }

  /// Whether a value begins at `offset`, and has not been read.
  var isPaused: Bool { split.pause == .paused && split.state == .value }

  /// Whether a number or a word is being read, whose end is told by what follows.
  var isInWord: Bool { split.state == .word }

  /// Whether a name is being read, or what stands between it and its value.
  var isInName: Bool { [.name, .colon, .value].contains(split.state) }

  /// The child that is being read; nil between two.
  var openChild: Child? {
    switch split.state {
    case .name, .colon, .value, .word, .string, .container: Child(split.child)
    case .opening, .first, .next, .separator, .closed: nil
    }
  }

  /// What may stand at `offset`, as an error says it.
  var expectation: String {
    switch split.state {
    case .opening: phrase("a value")
    case .first: split.is_object != 0 ? phrase("a name or '}'") : phrase("a value or ']'")
    case .next: split.is_object != 0 ? phrase("a name") : phrase("a value")
    case .colon: phrase("':' behind the name")
    case .separator: split.is_object != 0 ? phrase("',' or '}'") : phrase("',' or ']'")
    case .name, .value, .word, .string, .container, .closed: phrase("a value")
    }
  }

  /// Reads on, and adds the children that end.
  ///
  /// Stops at the end of the bytes, behind the closing bracket, at an error, and where it pauses.
  mutating func read(_ bytes: UnsafeRawBufferPointer, into children: inout [Child]) {
    let capacity = 512
    let start = split.offset
    withUnsafeTemporaryAllocation(of: mocoa_child.self, capacity: capacity) { found in
      guard let target = found.baseAddress else { return }
      while true {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[Int(split.offset - start)...])
        let count = mocoa_split_children(&split, rest.bytePointer, rest.count, target, capacity)
        children.append(contentsOf: found[..<count].lazy.map(Child.init))
        if count < capacity { return }
      }
    }
  }
}

extension JSONSplit.Child {
  fileprivate init(_ child: mocoa_child) {
    self.init(start: Int(child.start), value: Int(child.value), end: Int(child.end))
  }
}
