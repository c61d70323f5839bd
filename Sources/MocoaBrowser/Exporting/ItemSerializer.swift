package import MocoaModel
internal import MocoaQuery

/// Converts items to exact text for other programs.
///
/// The text does not depend on how the items are displayed.
package enum ItemSerializer {
  /// Returns the fields of an item.
  ///
  /// For a model without fields, these are its stored properties.
  package static func fields(of item: any CellModel) -> [FieldValue.Field] {
    if let record = item as? any ExportableItem { return record.allFields }
    if let record = item as? any FieldReadable { return record.fields }
    let plain = (item as? PlainCellModel)?.value
    if let record = plain as? any FieldReadable { return record.fields }
    let fields = MirroredFields(item).fields
    return fields.isEmpty ? [.init(name: "value", value: .string("\(plain ?? item)"))] : fields
  }

  /// Returns the first fields of an item that is displayed as truncated text.
  ///
  /// `areAll` indicates whether these are all its fields.
  ///
  /// - Returns: `nil` for other items, and for items that exceed the limit for reading.
  package static func firstFields(
    of item: any CellModel, upTo limit: Int
  ) -> (fields: [FieldValue.Field], areAll: Bool)? {
    (item as? any ExportableItem)?.firstFields(upTo: limit)
  }

  /// Returns an item as JSON on one line.
  package static func json(of item: any CellModel) -> [UInt8] {
    (item as? any ExportableItem)?.jsonLine ?? CompactJSON.bytes(of: fields(of: item))
  }

  /// Returns an item on one line, in the notation of its source.
  ///
  /// For an entry of a folder this is the path, and for an item without a source it is JSON.
  package static func line(of item: any CellModel) -> [UInt8] {
    (item as? any ExportableItem)?.sourceLine ?? json(of: item)
  }

  /// Returns the text of the value at a path in an item, or empty text if the value does not exist.
  static func text(at path: String, of item: any CellModel) -> [UInt8] {
    // A file name may be invalid UTF-8. Other programs need its exact bytes.
    (item as? any ExportableItem)?.exactText(at: path) ?? value(at: path, of: item).map(text) ?? []
  }

  /// Returns the column names if an item is a row of a table; otherwise `nil`.
  package static func columnNames(of item: any CellModel) -> [String]? {
    (item as? any ExportableItem)?.columnNames
  }

  /// Returns `true` if the fields of an item are available without reading more of its source.
  ///
  /// The result is `false` for an unreadable item.
  ///
  /// - Parameter readsAll: A Boolean value that indicates whether the complete record may be read.
  package static func hasLoadedFields(_ item: any CellModel, readsAll: Bool = false) -> Bool {
    if let item = item as? any ExportableItem, !item.hasLoadedFields(readsAll: readsAll) {
      return false
    }
    return (item as? any FieldReadable)?.errorMessage == nil
  }

  /// Returns the values at some paths in an item, with `nil` for each value that does not exist.
  package static func values(at paths: some Sequence<String>, of item: any CellModel)
    -> [FieldValue?]
  {
    if let cells = (item as? any ExportableItem)?.cells(ofColumns: paths) { return cells }
    let fields = FieldValue.object(fields(of: item))
    let members = fields.fields
    // For a few fields, a search costs less than a dictionary.
    let valuesByName =
      members.count <= 12
      ? [:] : Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    return paths.map { path in
      let value =
        valuesByName.isEmpty
        ? members.first { $0.name == path }?.value : valuesByName[path]
      if let value { return value }
      // A path that is not the name of a field may lead into a field.
      return path.contains(".") ? FieldsSubject(fields: fields).value(at: path) : nil
    }
  }

  /// Returns the value at a path in an item.
  ///
  /// The path is the name of a field, or names and array indexes separated by periods.
  static func value(at path: String, of item: any CellModel) -> FieldValue? {
    FieldsSubject(fields: fieldReadable(item)).value(at: path)
  }

  private static func fieldReadable(_ item: any CellModel) -> any FieldReadable {
    FieldValue.object(fields(of: item))
  }

  /// Returns the text of a value.
  ///
  /// An array or object is JSON on one line, and null is empty text.
  static func text(of value: FieldValue) -> [UInt8] {
    if case .null = value { return [] }
    return value.scalarString.map { Array($0.utf8) } ?? CompactJSON.bytes(of: value)
  }
}
