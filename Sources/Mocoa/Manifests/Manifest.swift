public import MocoaModel

/// A description of modules in data instead of Swift code.
///
/// It determines the files that it applies to and the rows of their records.
///
/// `init(decoding:reservedKeys:)` creates it from a value, usually of a JSON file. Registering it
/// creates the same modules as code would. The format is in <doc:Manifests>.
public struct Manifest: Sendable {
  /// The representation of the records of one kind.
  public struct Kind: Hashable, Sendable {
    /// The lines of a row and the URL that it opens.
    public var template: CellTemplate

    /// The height of every record of this kind, in rows.
    public var height: Int

    /// Creates a representation of records.
    public init(template: CellTemplate, height: Int) {
      (self.template, self.height) = (template, height)
    }
  }

  /// The address of the list module.
  public var url: ModuleURL

  /// The title of the list.
  public var title: String

  /// The files that the manifest applies to.
  ///
  /// If it is empty, the manifest is used only on request.
  public var sources: [SourcePattern] = []

  /// The field that identifies a record, or `nil` for the default field.
  public var idField: String?

  /// The field that names the kind of a record, or `nil` if all records have one kind.
  public var kindField: String?

  /// The field whose values are the sections, or `nil` for a single section.
  public var sectionField: String?

  /// The line above each section, or `nil` for no line.
  public var header: LineTemplate?

  /// The line below each section, or `nil` for no line.
  public var footer: LineTemplate?

  /// The representation of records without a kind, or with a kind that `kinds` does not contain.
  public var defaultKind: Kind?

  /// The representations of the records of each kind, in the order of the manifest.
  public var kinds: [(name: String, kind: Kind)] = []

  /// Creates a manifest without representations of records.
  public init(url: ModuleURL, title: String) {
    (self.url, self.title) = (url, title)
  }

  /// The URLs that the rows of all kinds open, each with its path in the manifest.
  var openings: [(path: ManifestPath, url: URLTemplate)] {
    let all =
      [(ManifestPath.root, defaultKind)] + kinds.map { (ManifestPath.kind($0.name), $0.kind) }
    return all.compactMap { path, kind in
      kind?.template.opens.map { (path.appending(.field("opens")), $0) }
    }
  }
}

extension Manifest {
  /// Creates a manifest from a value of a data format.
  ///
  /// - Parameters:
  ///   - value: The value to decode.
  ///   - reservedKeys: The keyboard keys to which a manifest must not assign a URL, each as its
  ///     character.
  /// - Throws: A ``ManifestError`` with all errors if the value is not a valid manifest.
  public init(
    decoding value: FieldValue, reservedKeys: Set<Unicode.Scalar> = []
  ) throws(ManifestError) {
    var decoder = ManifestDecoder(reservedKeys: reservedKeys)
    guard let manifest = decoder.manifest(value) else { throw ManifestError(decoder.diagnostics) }
    self = manifest
  }
}

/// The errors of a manifest; never empty.
public struct ManifestError: Error, Hashable, Sendable {
  /// The errors, in the order in which they were found.
  public let diagnostics: [ManifestDiagnostic]

  /// Creates an error from all errors of a manifest.
  public init(_ all: [ManifestDiagnostic]) {
    self.diagnostics = all
  }
}
