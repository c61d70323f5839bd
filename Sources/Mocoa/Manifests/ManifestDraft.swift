public import MocoaModel

/// A first manifest for records, made of a look at some of them.
///
/// The field that says best what a record is becomes the title, those that most records have stand
/// beside it, and numbers and dates at the right end, below each other.
public struct ManifestDraft: Sendable {
  private var kinds: [(name: String, fields: FieldSurvey)] = []
  private var places: [String: Int] = [:]

  /// What the manifest says besides how rows look.
  public struct Head: Sendable {
    /// The address of the list.
    public var url: String

    /// What the list is called.
    public var title: String

    /// The file that it is for; nil for none.
    public var source: String?

    /// The field that identifies a record; nil where nobody said.
    public var idField: String?

    /// The field that names a record's kind; nil where nobody said.
    public var kindField: String?

    /// A head from its parts.
    public init(
      url: String, title: String, source: String? = nil, idField: String? = nil,
      kindField: String? = nil
    ) {
      (self.url, self.title, self.source) = (url, title, source)
      (self.idField, self.kindField) = (idField, kindField)
    }
  }

  /// A draft of nothing.
  public init() {}

  /// The kinds that were found and are no legal names, for which no rows can be drafted.
  public private(set) var illegalKinds: [String] = []

  /// More kinds are not told apart.
  private static let kindLimit = 100

  /// Takes a record into account; one that could not be read says nothing.
  public mutating func add(_ record: any FieldReadable, kind: String = "") {
    if record.problem != nil { return }
    if ModuleSegment.fault(in: kind) != nil {
      if illegalKinds.count < Self.kindLimit, !illegalKinds.contains(kind) {
        illegalKinds.append(kind)
      }
      return
    }
    let place =
      places[kind]
      ?? {
        guard kinds.count < Self.kindLimit else { return 0 }
        places[kind] = kinds.count
        kinds.append((kind, FieldSurvey()))
        return kinds.count - 1
      }()
    kinds[place].fields.add(record)
  }

  /// Whether there is nothing to make a manifest of.
  public var isEmpty: Bool { kinds.isEmpty }

  /// The manifest, as a value that decodes as one.
  public func manifest(_ head: Head) -> FieldValue {
    var members: [FieldValue.Field] = []
    func add(_ member: ManifestMember, _ text: String?) {
      if let text { members.append(.init(name: member.rawValue, value: .text(text))) }
    }
    add(.url, head.url)
    add(.title, head.title)
    add(.source, head.source)
    add(.id, head.idField)
    add(.kind, head.kindField)
    let left = Set([head.idField ?? "id", head.kindField].compactMap(\.self))
    // Records without a kind, and those of a kind that comes later, are shown as well.
    let usual = kinds.first { $0.name.isEmpty } ?? kinds.first
    add(.row, usual?.fields.row(leavingOut: left))
    let named = kinds.filter { !$0.name.isEmpty }.map { name, fields in
      let row = FieldValue.Field(name: "row", value: .text(fields.row(leavingOut: left)))
      return FieldValue.Field(name: name, value: .object([row]))
    }
    if !named.isEmpty {
      members.append(.init(name: ManifestMember.kinds.rawValue, value: .object(named)))
    }
    return .object(members)
  }
}
