/// Modules described by data instead of Swift: which records they are for, and how rows show them.
///
/// It is decoded from a value (a JSON file, as a rule) by `decode(_:reservedKeys:)`, and then
/// registers the same modules as code would. The format is in <doc:Manifests>.
public struct Manifest: Sendable {
  /// How the records of one kind are shown.
  public struct Kind: Hashable, Sendable {
    /// The lines of a row, and where it leads.
    public var template: CellTemplate

    /// The rows of every record of this kind.
    public var height: Int

    /// A kind from its parts.
    public init(template: CellTemplate, height: Int) {
      (self.template, self.height) = (template, height)
    }
  }

  /// The address of the list module.
  public var url: ModuleURL

  /// What the list is called.
  public var title: String

  /// Which files it is for; none where one has to be told to use it.
  public var sources: [SourcePattern] = []

  /// The field that identifies a record; nil for the usual one.
  public var idField: String?

  /// The field that names a record's kind; nil where all are of one kind.
  public var kindField: String?

  /// The field whose values are the sections; nil where there is one.
  public var sectionField: String?

  /// The line above each section; nil for none.
  public var header: LineTemplate?

  /// The line below each section; nil for none.
  public var footer: LineTemplate?

  /// How records are shown that have no kind, or another than those below.
  public var defaultKind: Kind?

  /// How the records of each kind are shown, in the order of the manifest.
  public var kinds: [(name: String, kind: Kind)] = []

  /// A manifest that shows nothing yet.
  public init(url: ModuleURL, title: String) {
    (self.url, self.title) = (url, title)
  }

  /// All ways in which rows lead elsewhere, with their places.
  var openings: [(path: ManifestPath, url: URLTemplate)] {
    let all =
      [(ManifestPath.root, defaultKind)] + kinds.map { (ManifestPath.kind($0.name), $0.kind) }
    return all.compactMap { path, kind in
      kind?.template.opens.map { (path.appending(.field("opens")), $0) }
    }
  }
}
