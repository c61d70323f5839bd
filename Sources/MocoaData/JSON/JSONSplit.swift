internal import MocoaLocalization
internal import CSimdjson

/// Divides an array, an object or a sequence of values into its children, in consecutive pieces of
/// the input.
///
/// Only brackets and quotes are examined, which is sufficient to find the end of a child. A child
/// is validated when its index entry is created.
struct JSONSplit: Sendable {
  private var split = mocoa_split()

  /// The location of a child, with offsets in the complete input.
  struct Child: Equatable {
    /// The offset of the name in an object, otherwise of the value.
    var start: Int

    /// The offset of the value.
    var value: Int

    var end: Int
  }

  /// Creates a splitter that begins at an offset of the input.
  ///
  /// - Parameters:
  ///   - start: The offset.
  ///   - isSequence: A Boolean value that indicates whether the input is a sequence of values
  ///     without brackets and commas.
  ///   - pauses: A Boolean value that indicates whether `read` stops before each value.
  init(from start: Int, isSequence: Bool = false, pauses: Bool = false) {
    split.offset = UInt64(start)
    split.is_sequence = isSequence ? 1 : 0
    split.pause = pauses ? .pause_wanted : .no_pause
  }

  /// The offset of the next byte.
  var offset: Int { Int(split.offset) }

  /// The record layout of the children, known after the opening bracket.
  var layout: RecordLayout {
    split.is_sequence != 0 ? .values : split.is_object != 0 ? .members : .elements
  }

  /// A Boolean value that indicates whether the closing bracket has been read.
  var isClosed: Bool { split.state == .closed }

  /// A Boolean value that indicates whether the byte at `offset` is invalid.
  var isInvalid: Bool { split.is_wrong != 0 }

  /// A Boolean value that indicates whether `read` has stopped before the value at `offset`.
  var isPaused: Bool { split.pause == .paused && split.state == .value }

  /// A Boolean value that indicates whether `offset` is inside a number, or inside `true`, `false`
  /// or `null`.
  ///
  /// Such a value has no closing character. It ends before the first byte that cannot belong to it.
  var isInWord: Bool { split.state == .word }

  /// A Boolean value that indicates whether `offset` is inside a name, or between a name and its
  /// value.
  var isInName: Bool { [.name, .colon, .value].contains(split.state) }

  /// The child whose end has not been read, or `nil` between children.
  var openChild: Child? {
    switch split.state {
    case .name, .colon, .value, .word, .string, .container: Child(split.child)
    case .opening, .first, .next, .separator, .closed: nil
    }
  }

  /// The tokens that may follow at `offset`, as text for an error message.
  var expectation: String {
    switch split.state {
    case .opening: localized("a value")
    case .first: split.is_object != 0 ? localized("a name or '}'") : localized("a value or ']'")
    case .next: split.is_object != 0 ? localized("a name") : localized("a value")
    case .colon: localized("':' after the name")
    case .separator: split.is_object != 0 ? localized("',' or '}'") : localized("',' or ']'")
    case .name, .value, .word, .string, .container, .closed: localized("a value")
    }
  }

  /// Reads further bytes and appends the children that end in them.
  ///
  /// The method stops at the end of the bytes, after the closing bracket, at an error, and at a
  /// pause.
  mutating func read(_ bytes: UnsafeRawBufferPointer, into children: inout [Child]) {
    let capacity = 512
    let start = split.offset
    withUnsafeTemporaryAllocation(of: mocoa_child.self, capacity: capacity) { found in
      guard let target = found.baseAddress else { return }
      while true {
        let remaining = UnsafeRawBufferPointer(rebasing: bytes[Int(split.offset - start)...])
        let count = mocoa_split_children(
          &split, remaining.bytePointer, remaining.count, target, capacity)
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
