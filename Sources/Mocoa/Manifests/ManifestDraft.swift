public import MocoaModel

/// A first version of a manifest, derived from a sample of records.
///
/// The field that describes a record best becomes the title. The other fields that occur most often
/// follow it. Numbers and dates are at the right end, aligned in columns.
public struct ManifestDraft: Sendable {
  private var kinds: [(name: String, fields: RecordProfile)] = []
  private var kindIndexes: [String: Int] = [:]

  /// The members of the manifest that do not describe rows.
  public struct Metadata: Sendable {
    /// The address of the list.
    public var url: String

    /// The title of the list.
    public var title: String

    /// The file that the manifest applies to, or `nil`.
    public var source: String?

    /// The field that identifies a record, or `nil` if it is unknown.
    public var idField: String?

    /// The field that names the kind of a record, or `nil` if it is unknown.
    public var kindField: String?

    /// Creates the metadata of a manifest.
    public init(
      url: String, title: String, source: String? = nil, idField: String? = nil,
      kindField: String? = nil
    ) {
      (self.url, self.title, self.source) = (url, title, source)
      (self.idField, self.kindField) = (idField, kindField)
    }
  }

  /// Creates an empty draft.
  public init() {}

  /// The kinds of records whose names are not valid names of modules.
  ///
  /// The draft has no rows for them.
  public private(set) var illegalKinds: [String] = []

  /// The maximum number of kinds to distinguish.
  ///
  /// Records of further kinds count as records of the first kind.
  private static let kindLimit = 100

  /// Adds a record to the sample.
  ///
  /// A record that could not be read is ignored.
  public mutating func add(_ record: any FieldReadable, kind: String = "") {
    if record.errorMessage != nil { return }
    if ModuleSegment.validationError(in: kind) != nil {
      if illegalKinds.count < Self.kindLimit, !illegalKinds.contains(kind) {
        illegalKinds.append(kind)
      }
      return
    }
    let index =
      kindIndexes[kind]
      ?? {
        guard kinds.count < Self.kindLimit else { return 0 }
        kindIndexes[kind] = kinds.count
        kinds.append((kind, RecordProfile()))
        return kinds.count - 1
      }()
    kinds[index].fields.add(record)
  }

  /// A Boolean value that indicates whether the sample has no records.
  public var isEmpty: Bool { kinds.isEmpty }

  /// Returns the manifest as a value that can be written as JSON and decoded.
  public func manifest(_ head: Metadata) -> FieldValue {
    var members: [FieldValue.Field] = []
    func add(_ member: ManifestMember, _ text: String?) {
      if let text { members.append(.init(name: member.rawValue, value: .string(text))) }
    }
    add(.url, head.url)
    add(.title, head.title)
    add(.source, head.source)
    add(.id, head.idField)
    add(.kind, head.kindField)
    let left = Set([head.idField ?? "id", head.kindField].compactMap(\.self))
    // The first row is also used for records without a kind, and for kinds that appear later.
    let usual = kinds.first { $0.name.isEmpty } ?? kinds.first
    add(.row, usual?.fields.row(excluding: left))
    let named = kinds.filter { !$0.name.isEmpty }.map { name, fields in
      let row = FieldValue.Field(name: "row", value: .string(fields.row(excluding: left)))
      return FieldValue.Field(name: name, value: .object([row]))
    }
    if !named.isEmpty {
      members.append(.init(name: ManifestMember.kinds.rawValue, value: .object(named)))
    }
    return .object(members)
  }
}
