/// A parser to run on random bytes, with the properties that its results must have.
struct FuzzTarget: Sendable {
  /// The name of the target in `make fuzz ONLY=name`, and of the folder of its inputs.
  let name: String

  /// Runs the parser on an input.
  ///
  /// - Throws: ``FuzzFailure`` if a property does not hold.
  let run: @Sendable ([UInt8]) throws -> Void

  /// All targets, in the order in which `make fuzz` runs them.
  static let all: [FuzzTarget] = [
    .json, .split, .delimited, .lines, .filter, .expressions, .templates, .manifests, .settings,
    .themes, .urls, .keys, .shell, .entities, .sqlite,
  ]

  /// Returns the target with a name, or nil if it does not exist.
  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// An error for a property that does not hold for an input.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String
}

/// Throws an error if a property does not hold.
func expect(_ holds: Bool, _ property: @autoclosure () -> String) throws {
  if !holds { throw FuzzFailure(description: property()) }
}

/// Returns the text of an input, or nil if the input is not UTF-8.
func text(of bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

/// An input in pieces, whose first four bytes define the sizes of the pieces.
///
/// Each piece has 1 to 16 bytes, except for the last one.
struct CutInput {
  let whole: [UInt8]
  let pieces: [[UInt8]]

  init(_ bytes: [UInt8]) {
    let sizes = bytes.prefix(4).map { Int($0 % 16) + 1 }
    whole = Array(bytes.dropFirst(4))
    var pieces: [[UInt8]] = []
    var rest = whole[...]
    for turn in 0..<64 where !rest.isEmpty && !sizes.isEmpty {
      pieces.append(Array(rest.prefix(sizes[turn % sizes.count])))
      rest = rest.dropFirst(sizes[turn % sizes.count])
    }
    if !rest.isEmpty { pieces.append(Array(rest)) }
    self.pieces = pieces
  }
}
