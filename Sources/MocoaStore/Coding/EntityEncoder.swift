internal import MocoaModel

/// Encodes entities as compact JSON in which references represent children.
///
/// A declared child with an identity is stored once under that identity, and its parent contains
/// only the ID. The type that is coded there determines the kind of the child. All other values are
/// written in place. A value with the type of a child that is not a child or has no identity is
/// written in brackets, so that it is not read as a reference.
///
/// The encoder of FoundationEssentials is not suitable. It cannot replace a nested value, it first
/// creates a tree of all values, and it rejects numbers that are not finite.
///
/// One encoder writes many entities in sequence into one buffer.
struct EntityEncoder {
  /// An encoded entity.
  struct Encoded {
    /// The range of its JSON in the buffer.
    let range: Range<Int>

    /// The referenced children.
    ///
    /// The Boolean value of each child indicates whether the entity requires it.
    let references: [EntityKey: Bool]
  }

  private let part: JSONPart

  /// Creates an encoder that first writes entities of a type.
  ///
  /// Entities of other types may follow.
  init(_ shape: EntityDescriptor) {
    part = JSONPart(shape: shape, references: [:])
  }

  /// The JSON of all encoded entities.
  var bytes: [UInt8] { part.json.bytes }

  /// Encodes an entity.
  ///
  /// - Throws: The error that the entity's `encode(to:)` throws, or an `EncodingError` if its
  ///   nesting exceeds the limit.
  func encode(_ value: any Entity, _ shape: EntityDescriptor) throws -> Encoded {
    var references: [EntityKey: Bool] = [:]
    shape.forEachReference(of: value) { child, isRequired in
      let key = child.entityKey
      // An identity that changes with each run cannot be referenced.
      guard key.id.isStableAcrossRuns else { return }
      references[key] = isRequired || references[key] == true
    }
    return Encoded(
      range: try part.appendEntity(value, shape, references), references: references)
  }
}
