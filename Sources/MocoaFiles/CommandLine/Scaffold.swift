internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The `mocoa scaffold SOURCE` command, which prints an initial manifest for the records of a
/// source.
@MainActor
struct Scaffold {
  /// The maximum number of records from which the manifest is derived.
  static let limit = 1000

  private let path: String
  private let pointer: String
  private let options: Options
  private let taken: Set<String>

  /// An error of the command.
  enum ScaffoldError: Error, CustomStringConvertible {
    case noSource
    case notAFile(ModuleURL)
    case noRecords(String)
    case incomplete(String)

    var description: String {
      switch self {
      case .noSource: localized("missing file (mocoa scaffold FILE)")
      case .notAFile(let url):
        localized("\(url): scaffold needs a file")
      case .noRecords(let path):
        localized("\(path): no records to generate a manifest from")
      case .incomplete(let reason): reason
      }
    }
  }

  /// Creates a scaffold.
  ///
  /// - Parameters:
  ///   - options: The parsed command line.
  ///   - registry: The registered modules, whose domains the manifest does not use.
  init(_ options: Options, _ registry: ModuleRegistry) throws {
    (self.options, taken) = (options, Set(registry.roots.map(\.url.domain)))
    guard let operand = options.operands.first else {
      guard StandardStreams.inputIsData else { throw ScaffoldError.noSource }
      (path, pointer) = (LaunchTarget.path(of: "-"), "")
      return
    }
    guard ModuleURL.looksLikeURL(operand) else {
      (path, pointer) = (LaunchTarget.path(of: operand), "")
      return
    }
    let url = try LaunchTarget.url(operand, in: registry)
    guard url.domain == "file", let path = url["path"] else { throw ScaffoldError.notAFile(url) }
    (self.path, pointer) = (path, url["at"] ?? "")
  }

  /// Prints the manifest.
  ///
  /// - Returns: The exit status.
  func print() async throws -> Int32 {
    let source = try RecordSource(path: path, at: pointer, options: options.records)
    try await wait(for: source)
    var draft = ManifestDraft()
    if let items = source.snapshot.sections.first?.items {
      for position in 0..<min(Self.limit, items.count) {
        guard let record = items.element(at: position) as? Record else { continue }
        draft.add(record, kind: record.moduleName)
      }
    }
    if draft.isEmpty { throw ScaffoldError.noRecords(path) }
    for kind in draft.illegalKinds {
      StandardStreams.printError(
        localized("\(path): skipped records of kind \"\(kind)\": not a valid module name"))
    }
    var output = StandardOutput()
    try output.line(SanitizedText.json(JSONText.indented(draft.manifest(head))))
    try output.flush()
    return ExitStatus.success
  }

  private func wait(for source: RecordSource) async throws {
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = source.observe { _ in changed.yield() }
    defer { token.cancel() }
    var pending = changes.makeAsyncIterator()
    while source.phase.isLoading, source.snapshot.itemCount < Self.limit {
      await pending.next()
    }
    if case .failed(let reason) = source.phase, source.snapshot.itemCount == 0 {
      throw ScaffoldError.incomplete(reason)
    }
    source.stop()
  }

  private var head: ManifestDraft.Metadata {
    let isStream = path.hasPrefix("/dev/")
    let file = isStream ? "records" : path.split(separator: "/").last.map(String.init) ?? "records"
    let stem = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : file[..<$0] }
    let title = String(stem ?? file[...])
    return ManifestDraft.Metadata(
      url: "mocoa://\(domain(title))/", title: title,
      source: isStream || !pointer.isEmpty ? nil : file,
      idField: options.idField, kindField: options.kindField)
  }

  /// Returns a valid URL domain, which is derived from a file name.
  private func domain(_ title: String) -> String {
    var domain = ""
    for scalar in title.lowercased().unicodeScalars.prefix(60) {
      let text = String(Character(scalar))
      domain += ModuleSegment.validationError(in: text) == nil && text != "." ? text : "-"
    }
    let bare = domain.drop { $0 == "-" }
    return bare.isEmpty ? "records" : taken.contains(String(bare)) ? "my-\(bare)" : String(bare)
  }
}
