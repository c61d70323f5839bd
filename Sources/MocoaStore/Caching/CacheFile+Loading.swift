internal import MocoaLocalization
internal import MocoaModel

extension CacheFile {
  /// Loads entities with all their children, in the order of the requests.
  func load(_ places: [EntityRequest]) throws -> [LoadedEntity] {
    try adoptFormerNames(of: places.map(\.shape))
    return try read {
      let loader = try EntityLoader(file: self)
      return try places.map { place in
        try StoredID(place.key.id).map { try loader.entity($0, place.shape) } ?? .missing
      }
    }
  }

  /// Loads the existing entities of a list, or returns `nil` if the list is not stored.
  ///
  /// - Throws: `EntityCacheError.Kind.unknownType` if the list has entities of another kind, or
  ///   `EntityCacheError.Kind.unreadable` if the list is damaged.
  func loadList(_ name: String, of shape: EntityDescriptor) throws -> LoadedList? {
    try adoptFormerNames(of: [shape])
    return try read {
      guard let (ids, kind) = try ids(ofList: name) else { return nil }
      guard try entityNumber(of: shape) == kind else {
        throw try otherKind(kind, inList: name, shape)
      }
      let loader = try EntityLoader(file: self)
      var list = LoadedList()
      var foreign: [StoredID] = []
      for id in ids {
        switch try loader.entity(id, shape) {
        case .entity(let entity): list.entities.append(entity)
        case .missing: break
        case .unreadable(let error):
          list.unreadable.append(error)
          if error.kind != .unreadable { foreign.append(id) }
        }
      }
      foreignRows[name] = foreign.isEmpty ? nil : foreign
      return list
    }
  }

  private func otherKind(
    _ kind: Int64, inList list: String, _ shape: EntityDescriptor
  ) throws -> EntityCacheError {
    let found = try names().first { $0.number == kind }?.text ?? "?"
    return EntityCacheError(
      .unknownType,
      localized(
        """
        \(name): cannot read the list "\(list)": it holds \(found), not \(shape.entityName)\
         (if the type was renamed, add "\(found)" to formerNames of \(shape.storedName))
        """))
  }
}
