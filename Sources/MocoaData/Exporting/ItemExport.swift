package import MocoaModel

/// What an item says to other programs: all of it, exactly, and nothing of how it is shown.
package enum ItemExport {
  /// The fields of an item; of a model that is no record, what it is made of.
  package static func fields(of item: any CellModel) -> [FieldValue.Field] {
    if let record = item as? Record { return record.allFields }
    if let record = item as? any FieldReadable { return record.fields }
    let plain = (item as? PlainCellModel)?.value
    if let record = plain as? any FieldReadable { return record.fields }
    let fields = MirroredFields(item).fields
    return fields.isEmpty ? [.init(name: "value", value: .text("\(plain ?? item)"))] : fields
  }

  /// The first fields of an item, where it has more than it could be seen to have, and whether
  /// these are all; nil where its fields are what it shows.
  package static func firstFields(
    of item: any CellModel, upTo limit: Int
  ) -> (fields: [FieldValue.Field], areAll: Bool)? {
    (item as? Record)?.firstFields(upTo: limit)
  }

  /// An item as JSON in one line.
  package static func json(of item: any CellModel) -> [UInt8] {
    (item as? Record)?.jsonLine ?? JSONLine.bytes(of: fields(of: item))
  }

  /// An item as it stands in its source, in one line: what stands in a folder as its path, and what
  /// stands nowhere as JSON.
  package static func line(of item: any CellModel) -> [UInt8] {
    (item as? Record)?.sourceLine ?? (item as? FolderEntry)?.pathBytes ?? json(of: item)
  }

  /// The value at a path in an item as text: nothing where there is none.
  static func text(at path: String, of item: any CellModel) -> [UInt8] {
    // A name need not be text, and other programs want what it is.
    if path == "path", let entry = item as? FolderEntry { return entry.pathBytes }
    return value(at: path, of: item).map(text) ?? []
  }

  /// The names of the columns, where an item is a row of a table; nil for any other.
  package static func columnNames(of item: any CellModel) -> [String]? {
    if let row = item as? TableRow { return row.problem == nil ? row.fieldNames : nil }
    return (item as? Record)?.columnNames
  }

  /// Whether the fields of an item can be had without reading more of it than was read already, or than
  /// stands before them; what cannot be read has none.
  ///
  /// - Parameter readsAll: whether more may be read.
  package static func hasFieldsAtHand(_ item: any CellModel, readsAll: Bool = false) -> Bool {
    // Not even to be printed.
    if let record = item as? Record, record.size > RecordChunk.parseLimit { return false }
    if !readsAll, let record = item as? Record, record.excerpt != nil, record.columnNames == nil {
      return false
    }
    return (item as? any FieldReadable)?.problem == nil
  }

  /// The values at paths in an item, each nil where there is none.
  package static func values(at paths: some Sequence<String>, of item: any CellModel)
    -> [FieldValue?]
  {
    if let cells = (item as? Record)?.cells(ofColumns: paths) { return cells }
    let fields = FieldValue.object(fields(of: item))
    let places = Dictionary(fields.fields.map { ($0.name, $0.value) }) { first, _ in first }
    return paths.map { path in
      if let value = places[path] { return value }
      // What is no field's name may be a path that leads into one.
      return path.contains(".") ? FieldsSubject(fields: fields).value(at: path) : nil
    }
  }

  /// The value at a path in an item: the field of that name, or else what is found going from name to
  /// name, and in lists by position.
  static func value(at path: String, of item: any CellModel) -> FieldValue? {
    FieldsSubject(fields: fieldReadable(item)).value(at: path)
  }

  private static func fieldReadable(_ item: any CellModel) -> any FieldReadable {
    FieldValue.object(fields(of: item))
  }

  /// A value as text: a list or an object as JSON in one line, null as nothing.
  static func text(of value: FieldValue) -> [UInt8] {
    if case .null = value { return [] }
    return value.scalarText.map { Array($0.utf8) } ?? JSONLine.bytes(of: value)
  }
}
