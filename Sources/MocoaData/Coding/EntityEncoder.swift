internal import MocoaModel

/// Makes compact JSON of an entity, in which references stand for its children.
///
/// A declared child that has an identity is kept once by that, and where it stands there is only its
/// id: its kind is known from the type that is coded there. Everything else is written as it is; what
/// has the type of a child but is none (or has no identity) stands in brackets, so that it is not
/// taken for a reference. What FoundationEssentials would do is neither: it has no place where a
/// nested value could be written as something else, makes a tree of everything first, and refuses
/// numbers that are not finite.
///
/// One encodes many entities, behind each other, so that all of them are one piece of memory.
struct EntityEncoder {
  /// An entity as it is kept.
  struct Encoded {
    /// Where its JSON stands.
    let place: Range<Int>

    /// Which children it refers to, and whether it cannot be without each.
    let references: [EntityKey: Bool]
  }

  private let part: JSONPart

  /// An encoder of entities of a type, and of others.
  init(_ shape: EntityShape) {
    part = JSONPart(shape: shape, references: [:])
  }

  /// All that was encoded.
  var bytes: [UInt8] { part.json.bytes }

  /// Encodes an entity.
  ///
  /// - Throws: what it says when it is encoded, or an `EncodingError` where it is too deep.
  func encode(_ value: any Entity, _ shape: EntityShape) throws -> Encoded {
    var references: [EntityKey: Bool] = [:]
    shape.forEachReference(of: value) { child, isRequired in
      let key = child.entityKey
      // What cannot be told from what it was in an earlier run is no reference.
      guard key.id.isLasting else { return }
      references[key] = isRequired || references[key] == true
    }
    return Encoded(
      place: try part.addWhole(value, shape, references), references: references)
  }
}
