internal import MocoaModel

/// The columns in which a list of records is shown, derived from sampled records.
///
/// A score decides which columns stay if there is not enough space for all of them. The order of
/// the columns depends on their meaning: the identity or the time comes first, then the state, then
/// the other fields in the order of the data, and a message last.
struct TablePlan {
  /// A column of the table.
  struct Column {
    /// The path of the field, such as `user.name`.
    let path: String

    /// The importance of the column.
    let score: Int
  }

  /// The columns, in the order in which the screen shows them.
  var columns: [Column] = []

  /// The paths of the fields that have the same value in all records.
  ///
  /// They have no column.
  var constants: [String] = []

  /// The maximum number of records in the sample.
  static let maxRecords = 200

  /// The number of records from which fields with a constant value have no column.
  private static let constantMinimum = 20

  /// Creates a plan from sampled records.
  ///
  /// - Parameters:
  ///   - sample: The sampled records.
  ///   - available: The width of the window in terminal columns.
  ///   - declared: The names of the fields that may have columns, or an empty array for all fields.
  ///   - constants: The paths of the fields that have the same value in the whole list.
  init(
    _ sample: RecordSample, width available: Int, declared: [String] = [], constants: Set<String>
  ) {
    var profiles = sample.columns(width: available, declared: Set(declared))
    if sample.count >= Self.constantMinimum {
      let others = profiles.filter { !constants.contains($0.path) }
      if others.count >= 2 {
        self.constants = profiles.map(\.path).filter(constants.contains)
        profiles = others
      }
    }
    columns = Self.ordered(profiles, sample.count, constants)
  }

  /// Returns the columns in the order of the screen.
  ///
  /// A constant field may leave a narrow window first, but keeps its place.
  private static func ordered(
    _ profiles: [ColumnProfile], _ count: Int, _ constants: Set<String>
  ) -> [Column] {
    let id = foundID(in: profiles, count)
    let scores = profiles.indices.map { score(of: profiles[$0], isID: $0 == id, count) }
    let names = profiles.map { ColumnName($0.path) }
    let time = profiles.indices.first { isTime(profiles[$0]) }
    let areEvents = names.contains { $0.isLevel || $0.isMessage }
    let narrowID = id.flatMap { profiles[$0].maxLength <= maxIDWidth ? $0 : nil }
    let first = areEvents ? time ?? narrowID : narrowID ?? time
    func rank(_ index: Int) -> Int {
      if index == first { return 0 }
      if names[index].isMessage, !profiles[index].isNested { return 4 }
      let profile = profiles[index]
      if names[index].isState, profile.kind == .number || profile.distinct.count <= maxStates {
        return 1
      }
      return scores[index] >= 0 ? 2 : 3
    }
    return profiles.indices.sorted { (rank($0), $0) < (rank($1), $1) }
      .map { index in
        let path = profiles[index].path
        let isConstant = count > 1 && constants.contains(path)
        return Column(path: path, score: scores[index] - (isConstant ? 30 : 0))
      }
  }

  /// The maximum number of different words in a column of states that follows the first column.
  ///
  /// With more words, a name such as `State` has another meaning, such as a part of an address.
  private static let maxStates = 12

  /// The maximum width of an identifier that is the first column, in characters.
  private static let maxIDWidth = 12

  /// Returns the index of the field that identifies the records, or `nil` if there is none.
  private static func foundID(in profiles: [ColumnProfile], _ count: Int) -> Int? {
    func isID(_ profile: ColumnProfile) -> Bool {
      profile.count == count && profile.emptyCount == 0 && profile.isUnique
        && ColumnName(profile.path).isID
    }
    return profiles.firstIndex { isID($0) && !ColumnName($0.path).isReference }
      ?? profiles.firstIndex(where: isID)
  }

  private static func isTime(_ profile: ColumnProfile) -> Bool {
    profile.kind == .date || ColumnName(profile.path).isTime && profile.kind == .number
  }

  /// Returns the importance of a column.
  ///
  /// - Parameters:
  ///   - profile: The statistics of its values.
  ///   - isID: A Boolean value that indicates whether the values identify the records.
  ///   - count: The number of sampled records.
  private static func score(of profile: ColumnProfile, isID: Bool, _ count: Int) -> Int {
    let name = ColumnName(profile.path)
    var score = 0
    if name.isIdentity { score += 50 }
    if isID { score += 40 }
    if isTime(profile) { score += 35 }
    if name.isState { score += 30 }
    if profile.distinct.count > 1 {
      if profile.kind == .number { score += 20 }
      if profile.kind == .text, profile.distinct.count <= 24 { score += 10 }
    }
    if profile.averageLength > 40, !name.isMessage { score -= 20 }
    if profile.filledCount * 5 < count { score -= 40 }
    if profile.isNested { score -= 25 }
    return score
  }
}

/// Sampled records of a list, from which a ``TablePlan`` is derived.
struct RecordSample {
  /// The number of sampled records.
  private(set) var count = 0

  /// The number of sampled items, including items that are not records.
  private(set) var itemCount = 0

  /// The number of members of all sampled records.
  private var memberCount = 0

  private var fields: [SampledField] = []

  /// The index in `fields` of each path.
  private var indexes: [String: Int] = [:]

  /// A field of the sampled records, with the fields of the objects in it.
  private struct SampledField {
    var profile: ColumnProfile

    /// The number of the last record that has the field, from 1.
    var lastRecord = 0

    /// The number of small objects among the values.
    var smallObjectCount = 0

    /// The indexes of the fields in the objects.
    var children: [Int] = []

    let isNested: Bool
  }

  /// The maximum number of fields.
  ///
  /// The limit exists because field names come from data.
  private static let maxFields = 10_000

  /// The maximum number of members of an object that is divided into several columns.
  private static let maxMembers = 6

  /// The maximum depth of an object that is divided into several columns.
  private static let maxDepth = 3

  /// Adds the fields of an item, or `nil` if the item is not a record.
  mutating func add(_ record: [FieldValue.Field]?) {
    itemCount += 1
    guard let record else { return }
    count += 1
    memberCount += record.count
    add(record, below: nil, depth: 0)
  }

  /// Adds the fields of a record, or of an object in it.
  private mutating func add(_ record: [FieldValue.Field], below parent: Int?, depth: Int) {
    let prefix = parent.map { fields[$0].profile.path + "." } ?? ""
    for (position, field) in record.enumerated() {
      let path = parent == nil ? field.name : prefix + field.name
      // Most records have their fields in the same order.
      let isExpected =
        parent == nil && position < fields.count && !fields[position].isNested
        && fields[position].profile.path == path
      guard let index = isExpected ? position : index(of: path, below: parent) else { continue }
      // A repeated name counts once.
      if fields[index].lastRecord == count { continue }
      fields[index].lastRecord = count
      fields[index].profile.add(field.value)
      guard case .object(let members) = field.value, depth < Self.maxDepth,
        members.count <= Self.maxMembers, !members.isEmpty, !field.name.contains(".")
      else { continue }
      fields[index].smallObjectCount += 1
      add(members, below: index, depth: depth + 1)
    }
  }

  private mutating func index(of path: String, below parent: Int?) -> Int? {
    if let index = indexes[path] { return fields[index].isNested == (parent != nil) ? index : nil }
    guard fields.count < Self.maxFields else { return nil }
    let index = fields.count
    indexes[path] = index
    fields.append(SampledField(profile: ColumnProfile(path: path), isNested: parent != nil))
    if let parent { fields[parent].children.append(index) }
    return index
  }

  /// A Boolean value that indicates whether the records have enough fields in common for a table.
  ///
  /// At least 90 % of the items are records, at least two fields are present in 70 % of them, and
  /// these fields are at least 60 % of all members.
  var isUniform: Bool {
    guard count > 0, count * 10 >= itemCount * 9 else { return false }
    let common = fields.filter { !$0.isNested && $0.profile.count * 10 >= count * 7 }
    let covered = common.reduce(0) { $0 + $1.profile.count }
    return common.count >= 2 && covered * 10 >= memberCount * 6
  }

  /// Returns the statistics of a field of the records, or `nil` if no record has the field.
  ///
  /// The result is also `nil` for a field of an object in the records.
  func profile(ofField name: String) -> ColumnProfile? {
    guard let index = indexes[name], !fields[index].isNested else { return nil }
    return fields[index].profile
  }

  /// The paths of the fields that have the same value in all sampled records.
  var constantPaths: Set<String> {
    Set(fields.lazy.map(\.profile).filter { $0.isConstant(in: count) }.map(\.path))
  }

  /// Returns the statistics of the columns for a window of `available` terminal columns.
  ///
  /// Small nested objects become several columns if all columns then fit.
  ///
  /// - Parameters:
  ///   - available: The width of the window.
  ///   - declared: The names of the fields that may have columns, or an empty set for all fields.
  func columns(width available: Int, declared: Set<String> = []) -> [ColumnProfile] {
    let top = fields.indices.filter {
      !fields[$0].isNested && (declared.isEmpty || declared.contains(fields[$0].profile.path))
    }
    var divided: Set<Int> = []
    for index in top where canDivide(index) {
      let attempt = divided.union([index])
      if width(of: top.flatMap { parts(of: $0, divided: attempt) }) <= available {
        divided = attempt
      }
    }
    return top.flatMap { parts(of: $0, divided: divided) }.map { fields[$0].profile }
  }

  /// Returns `true` if the values of a field are small objects with few scalar members.
  private func canDivide(_ index: Int) -> Bool {
    let field = fields[index]
    return !field.children.isEmpty && field.profile.objectCount * 10 >= count * 7
      && field.smallObjectCount * 10 >= field.profile.objectCount * 7
      && field.children.count <= Self.maxMembers
      && field.children.allSatisfy {
        fields[$0].profile.arrayCount == 0 && (fields[$0].profile.objectCount == 0 || canDivide($0))
      }
  }

  private func parts(of index: Int, divided: Set<Int>) -> [Int] {
    guard fields[index].isNested || divided.contains(index) else { return [index] }
    guard !fields[index].children.isEmpty else { return [index] }
    return fields[index].children.flatMap { parts(of: $0, divided: divided) }
  }

  /// Returns the estimated width of columns, in terminal columns.
  private func width(of indexes: [Int]) -> Int {
    var width = 0
    var object: Substring?
    for index in indexes {
      let profile = fields[index].profile
      let path = profile.path
      // The first member of an object has the name of the object in its title.
      let end = fields[index].isNested ? path.lastIndex(of: ".") : nil
      let title = end.map { path[..<$0] == object ? path[$0...] : path[...] } ?? ""
      width += max(profile.maxLength, title.unicodeScalars.count) + TextContentDrawing.gap
      object = end.map { path[..<$0] }
    }
    return width
  }
}
