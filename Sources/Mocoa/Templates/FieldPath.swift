public import MocoaModel

/// A path from a record to one of its values, as in templates: `artist.name`, `tracks[0].title`.
public struct FieldPath: Hashable, Sendable {
  /// A step of the path.
  public enum Step: Hashable, Sendable {
    /// The first field with a name.
    case field(String)

    /// The value at an index of an array, from 0.
    ///
    /// A negative index counts from the end.
    case index(Int)
  }

  /// The name of the field of the record at which the path begins.
  public let name: String

  /// The steps from the value of the field `name` to the value at the path.
  public let steps: [Step]

  /// Creates a path that begins with a field of the record.
  public init(_ name: String, _ steps: [Step] = []) {
    (self.name, self.steps) = (name, steps)
  }

  /// Returns the value at the path in a record, or `nil` if the record has no such value.
  public func value(in record: any FieldReadable) -> FieldValue? {
    var value = record.field(name)
    for step in steps {
      switch step {
      case .field(let name): value = value?.field(name)
      case .index(let position): value = value?.element(at: position)
      }
    }
    return value
  }
}

extension FieldValue {
  /// Returns the element of an array at an index.
  ///
  /// A negative index counts from the end.
  fileprivate func element(at position: Int) -> FieldValue? {
    guard case .array(let values) = self else { return nil }
    let index = position < 0 ? values.count + position : position
    return values.indices.contains(index) ? values[index] : nil
  }
}

extension FieldPath: CustomStringConvertible {
  /// The path in the syntax of templates.
  public var description: String {
    steps.reduce(Self.written(name)) { text, step in
      switch step {
      case .field(let name): text + "." + Self.written(name)
      case .index(let position): text + "[\(position)]"
      }
    }
  }

  /// Returns a name in the syntax of templates.
  ///
  /// The name is in backquotes unless all its scalars are allowed without backquotes.
  static func written(_ name: String) -> String {
    let isBare = !name.isEmpty && name.unicodeScalars.allSatisfy(isUnquotedScalar)
    return isBare ? name : "`\(name)`"
  }

  /// Returns `true` if a scalar is allowed in a name without backquotes.
  static func isUnquotedScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0"..."\"", "'"..."*", ",", ".", ":", "<"..."?", "["..."]", "`", "{"..."}", "!": false
    default: !scalar.properties.isWhitespace
    }
  }
}
