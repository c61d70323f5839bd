internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// All manifests that the program knows: those on the command line, the user's own, and its own.
///
/// An earlier of these counts where two are for the same address or the same file. A manifest that is
/// broken is told of, and the others work.
@MainActor
final class ManifestCatalog {
  /// Where a manifest comes from, the one that counts first before the others.
  enum Origin: Int {
    case option, user, bundled
  }

  /// One manifest.
  struct Entry {
    let origin: Origin
    let path: String

    /// The newest version with which nothing is wrong; nil where there never was one.
    var file: ManifestFile?

    var watch: FileChanges?

    /// Whether it adds kinds to a list of the program itself.
    var isAddition = false

    var manifest: Manifest? { file?.manifest }
  }

  private(set) var entries: [Entry] = []

  /// What is wrong with manifests, one line for each that is broken.
  private(set) var complaints: [String] = []

  private let optionPaths: [String]
  private let userFolder: String?
  private let isWatching: Bool
  private weak var registry: ModuleRegistry?
  private var makePage: (@MainActor (Manifest, ModuleURL) throws -> PageViewModel)?

  /// The pages to be drawn again when a manifest has changed.
  private var pages: [WeakPage] = []

  /// Told of a manifest that was read again: what is to be said, and whether something is wrong.
  var onChange: (@MainActor (String, Bool) -> Void)?

  /// The manifests of a run.
  ///
  /// - Parameters:
  ///   - paths: those on the command line.
  ///   - userFolder: where the user's are; nil for none.
  ///   - isWatching: whether changes to them are picked up.
  init(paths: [String] = [], userFolder: String? = nil, isWatching: Bool = false) {
    (optionPaths, self.userFolder, self.isWatching) = (paths, userFolder, isWatching)
  }

  // MARK: - Loading

  /// Reads all manifests, and registers their modules.
  ///
  /// - Parameter makePage: makes the page at the address of a manifest.
  func register(
    in registry: ModuleRegistry,
    makePage: @escaping @MainActor (Manifest, ModuleURL) throws -> PageViewModel
  ) {
    (self.registry, self.makePage) = (registry, makePage)
    for path in optionPaths { add(path, .option) }
    let paths = userFolder.map { SmallFile.paths(in: $0, ending: ".json") } ?? []
    for path in paths where !path.hasSuffix(".schema.json") { add(path, .user) }
    for (name, bytes) in Resources.manifests {
      add(ManifestFile(name: name, bytes: bytes), at: name, .bundled)
    }
  }

  private func add(_ path: String, _ origin: Origin) {
    let place = entries.count
    // The watch begins before the first byte is read, so that nothing is missed.
    let watch =
      isWatching
      ? FileChanges(of: path) { [weak self] in self?.readAgain(entryAt: place) } : nil
    add(ManifestFile(path: path), at: path, origin, watch)
  }

  private func add(
    _ file: ManifestFile, at path: String, _ origin: Origin, _ watch: FileChanges? = nil
  ) {
    entries.append(Entry(origin: origin, path: path, watch: watch))
    let place = entries.count - 1
    if let complaint = file.complaint ?? accept(file, place) { complaints.append(complaint) }
  }

  /// Registers a manifest with which nothing is wrong by itself.
  ///
  /// - Returns: what is wrong with it among the others; nil where it counts, or another does.
  private func accept(_ file: ManifestFile, _ place: Int) -> String? {
    guard let manifest = file.manifest, let registry, let makePage else { return nil }
    let former = entries[place].manifest
    let origin = entries[place].origin
    let others = entries.indices.filter { $0 != place }.map { entries[$0] }
    let namesakes = others.filter { $0.manifest?.url.isSameModule(as: manifest.url) ?? false }
    if let same = namesakes.first(where: { $0.origin == origin }) {
      let reason = "is the address of \(same.path) already (choose another)"
      return file.line(ManifestProblem(.init([.field("url")]), reason))
    }
    let isNew = former?.url != manifest.url
    var isAddition = !isNew && entries[place].isAddition
    if namesakes.isEmpty, isNew || isAddition,
      let module = try? registry.module(at: manifest.url), !module.isEmpty
    {
      isAddition = true
      if let problem = manifest.conflict(with: module, former: isNew ? nil : former) {
        return file.line(problem)
      }
    }
    let known = [manifest] + others.compactMap(\.manifest)
    if let problem = ManifestCycle.problem(of: manifest, among: known) { return file.line(problem) }
    entries[place].file = file
    entries[place].isAddition = isAddition
    if namesakes.contains(where: { $0.origin.rawValue < origin.rawValue }) { return nil }
    let module = manifest.register(
      in: registry, replacing: former, file: file.name, line: file.line(of:))
    if isAddition { return nil }
    module.page(manifest.title) { [weak self] options in
      try makePage(self?.manifest(at: options.url) ?? manifest, options.url)
    }
    return nil
  }

  // MARK: - Finding

  /// The manifest whose list module is at an address.
  func manifest(at url: ModuleURL) -> Manifest? {
    entry(at: url)?.manifest
  }

  private func entry(at url: ModuleURL) -> Entry? {
    entries.first { $0.manifest?.url.isSameModule(as: url) ?? false }
  }

  /// The sample that is bundled with a manifest, which is shown where no file is named.
  func sample(of manifest: Manifest) -> (name: String, bytes: [UInt8])? {
    guard let entry = entry(at: manifest.url), entry.origin == .bundled else { return nil }
    return Resources.samples[entry.path].map { (manifest.title, $0()) }
  }

  /// The manifest that a file is drawn by; nil where none is for it.
  ///
  /// One on the command line that does not say which files it is for is for all.
  func claim(_ path: String) -> Manifest? {
    entries.lazy.compactMap { entry in
      entry.manifest.flatMap { manifest in
        let isForAll = entry.origin == .option && manifest.sources.isEmpty
        return isForAll || manifest.sources.contains { $0.matches(path) } ? manifest : nil
      }
    }.first
  }

  // MARK: - Changes

  private struct WeakPage {
    weak var page: ListPageViewModel?
  }

  /// Has a page drawn again whenever a manifest has changed.
  func follow(_ page: ListPageViewModel) {
    guard isWatching else { return }
    pages.removeAll { $0.page == nil }
    pages.append(WeakPage(page: page))
  }

  /// Takes up what a file says now; where something is wrong with it, what it said before stays.
  func readAgain(entryAt place: Int) {
    let former = entries[place].manifest
    let file = ManifestFile(path: entries[place].path)
    if let complaint = file.complaint ?? accept(file, place) {
      onChange?(complaint, true)
      return
    }
    for page in pages { page.page?.list.resolveAgain() }
    let isReread = former.map { file.manifest?.readsAlike($0) ?? true } ?? true
    let remark = isReread ? "" : " (url, id, kind and section count when it is opened again)"
    onChange?("\(file.name): the manifest has changed\(remark)", false)
  }
}

extension Manifest {
  /// What it would take from a list of the program itself; nil where it only adds to it.
  ///
  /// - Parameter former: the version of it that has added to the list already.
  @MainActor fileprivate func conflict(with list: Module, former: Manifest?) -> ManifestProblem? {
    let section = list.existingSubmodule()
    func isTaken(_ kind: String = "", _ name: String = "") -> Bool {
      section?.existingSubmodule(kind: kind, name: name)?.registration(in: .viewModel) != nil
    }
    func problem(_ path: ManifestPath) -> ManifestProblem {
      ManifestProblem(path, "is there in the program itself, to whose list it can add kinds only")
    }
    let ends = [
      ("header", header != nil && former?.header == nil),
      ("footer", footer != nil && former?.footer == nil),
    ]
    for (kind, isNew) in ends where isNew && isTaken(kind) {
      return problem(ManifestPath([.field(kind)]))
    }
    if defaultKind != nil, former?.defaultKind == nil, isTaken() {
      return problem(ManifestPath([.field("row")]))
    }
    return kinds.first { new in
      isTaken("", new.name) && former?.kinds.contains { $0.name == new.name } != true
    }.map { problem(.kind($0.name)) }
  }

  /// Whether another version has the same records in the same order.
  fileprivate func readsAlike(_ other: Manifest) -> Bool {
    url == other.url && idField == other.idField && kindField == other.kindField
      && sectionField == other.sectionField
  }
}
