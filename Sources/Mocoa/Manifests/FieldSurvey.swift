internal import MocoaModel

/// What the fields of some records hold, and the row that can be made of them.
struct FieldSurvey: Sendable {
  private var fields: [FieldTally] = []
  private var places: [String: Int] = [:]
  private var count = 0

  /// More fields are not looked at: their names may come from data as well.
  private static let fieldLimit = 500

  /// A row has room for so many fields beside its title.
  private static let leadingLimit = 3
  private static let trailingLimit = 4

  mutating func add(_ record: any FieldReadable) {
    count += 1
    let values = record.fields
    let title = RecordTitle(values).map { values[$0.index].name }
    for field in values.prefix(Self.fieldLimit) {
      guard let place = place(of: field.name) else { continue }
      fields[place].add(field.value, isTitle: field.name == title)
    }
  }

  private mutating func place(of name: String) -> Int? {
    if let place = places[name] { return place }
    // A template has no way to write these.
    guard fields.count < Self.fieldLimit, !name.contains("`"), !name.contains("\"") else {
      return nil
    }
    places[name] = fields.count
    fields.append(FieldTally(name: name))
    return fields.count - 1
  }

  /// The template of a row.
  ///
  /// - Parameter left: fields that say nothing to a reader.
  func row(leavingOut left: Set<String>) -> String {
    guard let title = fields.indices.max(by: { fields[$0].titles < fields[$1].titles }) else {
      return "{value:title}"
    }
    // What few records have is not worth the room.
    let others = fields.indices.filter {
      $0 != title && !left.contains(fields[$0].name) && fields[$0].present * 10 >= count
    }
    let ranked = others.sorted { (-fields[$0].present, $0) < (-fields[$1].present, $1) }
    let pieces = ranked.compactMap { fields[$0].piece }
    let leading = pieces.filter { !$0.isAtEnd }.prefix(Self.leadingLimit).map(\.text)
    let trailing = pieces.filter(\.isAtEnd).prefix(Self.trailingLimit).map(\.text)
    let first = fields[title].title(isAlone: leading.isEmpty)
    let line = ([first] + leading).joined(separator: "  ")
    return trailing.isEmpty ? line : line + " >> " + trailing.joined(separator: "  ")
  }
}
