public import MocoaModel

/// The way from a record to one of its values, as templates write it: `artist.name`, `tracks[0].title`.
public struct FieldPath: Hashable, Sendable {
  /// One step of the way.
  public enum Step: Hashable, Sendable {
    /// To the first field of that name.
    case field(String)

    /// To the value at a position of a list: from 0, or from the end where below 0.
    case position(Int)
  }

  /// The name of the field of the record itself.
  public let name: String

  /// The steps from there.
  public let steps: [Step]

  /// A way that begins with a field of the record.
  public init(_ name: String, _ steps: [Step] = []) {
    (self.name, self.steps) = (name, steps)
  }

  /// The value it leads to; nil where the record has none there.
  public func value(in record: any FieldReadable) -> FieldValue? {
    var value = record.field(name)
    for step in steps {
      switch step {
      case .field(let name): value = value?.field(name)
      case .position(let position): value = value?.element(at: position)
      }
    }
    return value
  }
}

extension FieldValue {
  /// The element of a list at a position, from the end where that is below 0.
  fileprivate func element(at position: Int) -> FieldValue? {
    guard case .list(let values) = self else { return nil }
    let index = position < 0 ? values.count + position : position
    return values.indices.contains(index) ? values[index] : nil
  }
}

extension FieldPath: CustomStringConvertible {
  /// The path as a template writes it.
  public var description: String {
    steps.reduce(Self.written(name)) { text, step in
      switch step {
      case .field(let name): text + "." + Self.written(name)
      case .position(let position): text + "[\(position)]"
      }
    }
  }

  /// A name as it stands in a template: between backquotes where it is more than one bare word.
  static func written(_ name: String) -> String {
    let isBare = !name.isEmpty && name.unicodeScalars.allSatisfy(isBare)
    return isBare ? name : "`\(name)`"
  }

  /// Whether a name with this scalar needs no backquotes.
  static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0"..."\"", "'"..."*", ",", ".", ":", "<"..."?", "["..."]", "`", "{"..."}", "!": false
    default: !scalar.properties.isWhitespace
    }
  }
}
