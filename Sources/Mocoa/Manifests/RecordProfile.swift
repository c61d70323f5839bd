internal import MocoaModel

/// The profile of the fields of sampled records, from which a row template is derived.
struct RecordProfile: Sendable {
  private var fields: [FieldProfile] = []
  private var fieldIndexes: [String: Int] = [:]
  private var count = 0

  /// The maximum number of fields to examine.
  ///
  /// The limit exists because field names may come from data.
  private static let fieldLimit = 500

  /// The maximum number of fields that follow the title of a row.
  private static let leadingLimit = 3

  /// The maximum number of fields at the right end of a row.
  private static let trailingLimit = 4

  mutating func add(_ record: any FieldReadable) {
    count += 1
    let values = record.fields
    let title = RecordTitle(values).map { values[$0.index].name }
    for field in values.prefix(Self.fieldLimit) {
      guard let place = index(of: field.name) else { continue }
      fields[place].add(field.value, isTitle: field.name == title)
    }
  }

  private mutating func index(of name: String) -> Int? {
    if let place = fieldIndexes[name] { return place }
    // A template cannot contain such names.
    guard fields.count < Self.fieldLimit, !name.contains("`"), !name.contains("\"") else {
      return nil
    }
    fieldIndexes[name] = fields.count
    fields.append(FieldProfile(name: name))
    return fields.count - 1
  }

  /// Returns the text of a row template.
  ///
  /// - Parameter left: The names of fields to omit, such as the identifier.
  func row(excluding left: Set<String>) -> String {
    guard let title = fields.indices.max(by: { fields[$0].titles < fields[$1].titles }) else {
      return "{value:title}"
    }
    // Fields that occur in less than a tenth of the records are omitted.
    let others = fields.indices.filter {
      $0 != title && !left.contains(fields[$0].name) && fields[$0].present * 10 >= count
    }
    let ranked = others.sorted { (-fields[$0].present, $0) < (-fields[$1].present, $1) }
    let pieces = ranked.compactMap { fields[$0].templatePart }
    let leading = pieces.filter { !$0.isAtEnd }.prefix(Self.leadingLimit).map(\.text)
    let trailing = pieces.filter(\.isAtEnd).prefix(Self.trailingLimit).map(\.text)
    let first = fields[title].title(isAlone: leading.isEmpty)
    let line = ([first] + leading).joined(separator: "  ")
    return trailing.isEmpty ? line : line + " >> " + trailing.joined(separator: "  ")
  }
}
