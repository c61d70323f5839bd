/// One parser under random bytes, and the properties that its results have.
struct FuzzTarget: Sendable {
  /// The name in `make fuzz ONLY=name`, and of the folder of its inputs.
  let name: String

  /// Runs the parser on some bytes.
  ///
  /// - Throws: ``FuzzFailure`` if a property does not hold.
  let run: @Sendable ([UInt8]) throws -> Void

  /// All targets, in the order in which `make fuzz` runs them.
  static let all: [FuzzTarget] = [
    .json, .split, .delimited, .lines, .filter, .templates, .manifests, .settings, .themes, .urls,
    .keys, .shell, .entities, .sqlite,
  ]

  /// The target of a name; nil if there is none.
  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A property that does not hold for an input.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String
}

/// Throws if a property does not hold.
func expect(_ holds: Bool, _ property: @autoclosure () -> String) throws {
  if !holds { throw FuzzFailure(description: property()) }
}

/// The text of an input, for parsers that take no bytes; nil if it is no UTF-8.
func text(of bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

/// The pieces of an input whose first bytes say where it is cut: all but the last have 1 to 16 bytes.
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
