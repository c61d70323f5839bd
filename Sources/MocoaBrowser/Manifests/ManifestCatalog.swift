internal import MocoaLocalization
package import Mocoa
internal import MocoaModel
internal import MocoaSystem

/// The manifests that the program uses: those on the command line, those of the user, and the
/// bundled ones.
///
/// If two manifests have the same address or match the same file, the earlier source in this order
/// takes precedence. The catalog reports invalid manifests and continues with the others.
@MainActor
package final class ManifestCatalog {
  /// The source of a manifest, in order of precedence.
  enum Origin: Int {
    case option, user, bundled
  }

  /// A manifest, with its versions and its registration.
  struct Entry {
    let origin: Origin
    let path: String

    /// The newest valid version, or `nil` if no version was valid until now.
    var file: ManifestFile?

    /// The contents of the file when it was read last, valid or not.
    var reading: ManifestFile.Contents?

    /// A newer version that conflicts with another manifest, or `nil`.
    ///
    /// The catalog accepts it when the conflict ends.
    var rejected: ManifestFile?

    /// The registered modules, or `nil` if another manifest takes precedence at the address.
    var registration: ManifestRegistration?

    var manifest: Manifest? { file?.manifest }
  }

  private(set) var entries: [Entry] = []

  /// One error message for each invalid manifest.
  private(set) var errorMessages: [String] = []

  private let optionPaths: [String]
  private let userFolder: String?
  private let isWatching: Bool
  private let keys: KeyBindings
  private var watch: FileObserver?
  private var hasBundled = false
  private weak var registry: ModuleRegistry?

  /// A closure that creates the page at the address of a manifest, or `nil` if the manifests define
  /// only cells.
  package var makePage: (@MainActor (Manifest, ModuleURL) throws -> PageViewModel)?

  /// The pages that are drawn again when a manifest changes.
  private var pages: [WeakPage] = []

  /// A closure that is called after a manifest is added, reloaded, rejected or removed.
  ///
  /// It receives a message and a Boolean value that indicates whether the message is an error.
  var onChange: (@MainActor (String, Bool) -> Void)?

  /// Creates a catalog.
  ///
  /// Call ``register(in:)`` to read the manifests.
  ///
  /// - Parameters:
  ///   - paths: The paths of the manifests on the command line.
  ///   - userFolder: The folder of the user's manifests, or `nil`.
  ///   - isWatching: A Boolean value that indicates whether the catalog watches the files for
  ///     changes.
  ///   - keys: The key bindings that manifests must not use.
  init(
    paths: [String] = [], userFolder: String? = nil, isWatching: Bool = false,
    keys: KeyBindings = .standard
  ) {
    (optionPaths, self.userFolder, self.isWatching) = (paths, userFolder, isWatching)
    self.keys = keys
  }

  // MARK: - Loading

  /// Reads all manifests and registers their modules.
  ///
  /// Set ``makePage`` before.
  ///
  /// - Parameter registry: The registry that receives the modules.
  func register(in registry: ModuleRegistry) {
    self.registry = registry
    // The watch starts before the folder is read, so that no change is missed.
    if isWatching {
      watch = FileObserver(of: optionPaths, in: userFolder, ending: ".json") { [weak self] in
        self?.reload()
      }
    }
    for path in optionPaths { add(.option, path) }
    for path in userFolder.flatMap(ManifestFolder.files(in:)) ?? [] { add(.user, path) }
    if entries.isEmpty {
      registry.registerLazily { [weak self] _ in self?.takeBundled() }
    } else {
      takeBundled()
    }
  }

  /// Loads the bundled manifests.
  ///
  /// They are loaded on demand: if an address is looked up, if a file matches one of them, or if
  /// other manifests must be compared with them.
  private func takeBundled() {
    guard !hasBundled else { return }
    hasBundled = true
    for manifest in Resources.manifests {
      let complaint = insert(.bundled, manifest.name, .bytes(manifest.bytes()))
      if let complaint { errorMessages.append(complaint) }
    }
  }

  private func add(_ origin: Origin, _ path: String) {
    let reading = ManifestFile.Contents(of: path)
    if let complaint = insert(origin, path, reading) { errorMessages.append(complaint) }
  }

  /// Inserts a new manifest in order of precedence.
  ///
  /// The manifests of the user are sorted by path.
  ///
  /// - Returns: An error message, or `nil` if the manifest is valid.
  private func insert(_ origin: Origin, _ path: String, _ reading: ManifestFile.Contents) -> String?
  {
    let next = entries.firstIndex {
      $0.origin.rawValue > origin.rawValue
        || $0.origin == origin && origin == .user && $0.path > path
    }
    let place = next ?? entries.endIndex
    entries.insert(Entry(origin: origin, path: path, reading: reading), at: place)
    return take(ManifestFile(path: path, reading, keys: keys), place)
  }

  /// Accepts a version of a manifest, or stores it until its conflicts with other manifests end.
  ///
  /// - Returns: An error message, or `nil` if the version was accepted.
  private func take(_ file: ManifestFile, _ place: Int) -> String? {
    if let complaint = file.firstErrorMessage {
      entries[place].rejected = nil
      return complaint
    }
    let complaint = accept(file, place)
    entries[place].rejected = complaint == nil ? nil : file
    return complaint
  }

  /// Accepts a manifest, unless it conflicts with other manifests.
  ///
  /// If another manifest takes precedence at the address, the manifest is accepted but not
  /// registered.
  ///
  /// - Returns: A description of the conflict, or `nil` if the manifest was accepted.
  private func accept(_ file: ManifestFile, _ place: Int) -> String? {
    guard let manifest = file.manifest else { return nil }
    let former = entries[place].manifest
    let origin = entries[place].origin
    let namesakes = entries.indices.filter { $0 != place && isAddress(manifest.url, ofEntryAt: $0) }
    if let same = namesakes.first(where: { entries[$0].origin == origin }) {
      let reason = localized("is the address of \(entries[same].path) already (choose another)")
      return file.line(ManifestDiagnostic(.init([.field("url")]), reason))
    }
    let isShadowed = namesakes.contains { $0 < place }
    if !isShadowed, let problem = conflict(of: manifest) { return file.line(problem) }
    let others = entries.indices.filter { $0 != place }.compactMap { entries[$0].manifest }
    if let problem = ManifestCycle.diagnostic(for: manifest, among: [manifest] + others) {
      return file.line(problem)
    }
    entries[place].file = file
    if isShadowed { unregister(entryAt: place) } else { register(entryAt: place) }
    for namesake in namesakes where namesake > place { unregister(entryAt: namesake) }
    if let former, !former.url.isSameModule(as: manifest.url) { uncover(former.url) }
    return nil
  }

  /// Registers the manifest that takes precedence at an address now.
  ///
  /// Call this method when the manifest that had precedence there has changed its address.
  private func uncover(_ url: ModuleURL) {
    for place in entries.indices where isAddress(url, ofEntryAt: place) {
      guard entries[place].registration == nil, let manifest = entries[place].manifest else {
        return
      }
      if conflict(of: manifest) == nil { return register(entryAt: place) }
    }
  }

  private func isAddress(_ url: ModuleURL, ofEntryAt place: Int) -> Bool {
    entries[place].manifest?.url.isSameModule(as: url) ?? false
  }

  /// Registers the modules of a manifest and replaces its previous ones.
  ///
  /// It also registers a page, unless the program has registered one at the address.
  private func register(entryAt place: Int) {
    guard let registry, let file = entries[place].file, let manifest = file.manifest else { return }
    let page = makePage.map { makePage in
      { @MainActor [weak self] (options: PageOptions) throws -> PageViewModel in
        try makePage(self?.manifest(at: options.url) ?? manifest, options.url)
      }
    }
    entries[place].registration = manifest.register(
      in: registry, replacing: entries[place].registration, file: file.name, line: file.line(of:),
      makePage: foreignList(of: manifest) == nil ? page : nil)
  }

  private func unregister(entryAt place: Int) {
    entries[place].registration?.unregister()
    entries[place].registration = nil
  }

  /// Returns the list that the program itself has registered at the address of a manifest.
  ///
  /// - Returns: `nil` if the manifest defines the list, and does not only add kinds to it.
  private func foreignList(of manifest: Manifest) -> Module? {
    guard let list = try? registry?.module(at: manifest.url) else { return nil }
    return isForeign(list) ? list : nil
  }

  /// Returns `true` if a module has registrations of the program, which no manifest has made.
  private func isForeign(_ module: Module) -> Bool {
    !module.isEmpty && !entries.contains { $0.registration?.hasRegistered(in: module) ?? false }
  }

  /// Returns the error for the first registration of the program that a manifest would replace.
  ///
  /// - Returns: `nil` if the manifest only adds registrations.
  private func conflict(of manifest: Manifest) -> ManifestDiagnostic? {
    let list = try? registry?.module(at: manifest.url)
    guard let section = list?.submodule() else { return nil }
    func isTaken(_ kind: String = "", _ name: String = "") -> Bool {
      section.submodule(kind: kind, name: name).map(isForeign) ?? false
    }
    func problem(_ path: ManifestPath) -> ManifestDiagnostic {
      ManifestDiagnostic(
        path, localized("built-in module: a manifest can only add kinds"))
    }
    for (kind, line) in [("header", manifest.header), ("footer", manifest.footer)]
    where line != nil && isTaken(kind) {
      return problem(ManifestPath([.field(kind)]))
    }
    if manifest.defaultKind != nil, isTaken() { return problem(ManifestPath([.field("row")])) }
    return manifest.kinds.first { isTaken("", $0.name) }.map { problem(.kind($0.name)) }
  }

  // MARK: - Finding

  /// Returns the manifest whose list module has an address.
  package func manifest(at url: ModuleURL) -> Manifest? {
    entry(at: url)?.manifest
  }

  private func entry(at url: ModuleURL) -> Entry? {
    takeBundled()
    return entries.first { $0.manifest?.url.isSameModule(as: url) ?? false }
  }

  /// Returns the bundled sample of a manifest, which is shown if the URL names no file.
  package func sample(of manifest: Manifest) -> (name: String, bytes: [UInt8])? {
    guard let entry = entry(at: manifest.url), entry.origin == .bundled else { return nil }
    return Resources.samples[entry.path].map { (manifest.title, $0()) }
  }

  /// Returns the manifest for a file, or `nil` if no manifest matches.
  ///
  /// A manifest on the command line without source patterns matches all files.
  ///
  /// - Parameter paths: The paths of the file, with and without the extension of its compression.
  package func manifest(forPaths paths: [String]) -> Manifest? {
    let bundled = Resources.manifests.flatMap(\.sources).map(SourcePattern.init)
    if bundled.contains(where: { paths.contains(where: $0.matches) }) { takeBundled() }
    return entries.lazy.compactMap { entry in
      entry.manifest.flatMap { manifest in
        let isForAll = entry.origin == .option && manifest.sources.isEmpty
        return isForAll || manifest.sources.contains { paths.contains(where: $0.matches) }
          ? manifest : nil
      }
    }.first
  }

  // MARK: - Changes

  private struct WeakPage {
    weak var page: ListPageViewModel?
  }

  /// Draws a page again after each change of a manifest.
  package func follow(_ page: ListPageViewModel) {
    guard isWatching else { return }
    pages.removeAll { $0.page == nil }
    pages.append(WeakPage(page: page))
  }

  /// Reloads the manifests: new files, changed files, and versions whose conflicts have ended.
  ///
  /// If a new version is invalid, the previous version stays active.
  func reload() {
    takeBundled()
    // If the folder cannot be read now, its manifests stay.
    let paths = userFolder.map(ManifestFolder.files(in:)) ?? []
    for place in entries.indices.reversed() where entries[place].origin == .user {
      if let paths, !paths.contains(entries[place].path) { remove(entryAt: place) }
    }
    for place in entries.indices where isReadable(entryAt: place) {
      let reading = ManifestFile.Contents(of: entries[place].path)
      if reading != entries[place].reading { replace(entryAt: place, by: reading) }
    }
    for path in paths ?? []
    where !entries.contains(where: { $0.path == path && $0.origin == .user }) {
      let complaint = insert(.user, path, ManifestFile.Contents(of: path))
      onChange?(complaint ?? localized("\(path): manifest added"), complaint != nil)
    }
    retryRejected()
    for page in pages { page.page?.list.refreshResolutions() }
  }

  /// Returns `true` if a file can be read again.
  ///
  /// A bundled manifest never changes, and a pipe is read only once.
  private func isReadable(entryAt place: Int) -> Bool {
    let entry = entries[place]
    guard entry.origin != .bundled else { return false }
    if SmallFile.isRegular(entry.path) { return true }
    if case .bytes = entry.reading { return !SmallFile.exists(entry.path) }
    return false
  }

  private func replace(entryAt place: Int, by reading: ManifestFile.Contents) {
    let former = entries[place].manifest
    let file = ManifestFile(path: entries[place].path, reading, keys: keys)
    entries[place].reading = reading
    if let complaint = take(file, place) {
      onChange?(complaint, true)
      return
    }
    let isReread = former.map { file.manifest?.producesSameRecords(as: $0) ?? true } ?? true
    let note =
      isReread ? "" : localized(" (reopen the page to apply url, id, kind and section)")
    onChange?(localized("\(file.name): manifest changed\(note)"), false)
  }

  private func remove(entryAt place: Int) {
    unregister(entryAt: place)
    let gone = entries.remove(at: place)
    if let manifest = gone.manifest { uncover(manifest.url) }
    onChange?(localized("\(gone.path): manifest removed"), false)
  }

  /// Accepts pending versions whose conflicts with other manifests have ended.
  private func retryRejected() {
    var isTaken = true
    while isTaken {
      isTaken = false
      for place in entries.indices {
        guard let file = entries[place].rejected, take(file, place) == nil else { continue }
        isTaken = true
        onChange?(localized("\(file.name): manifest is valid now"), false)
      }
    }
  }
}

extension Manifest {
  /// Returns `true` if the manifest and another version of it produce the same records in the same
  /// order.
  fileprivate func producesSameRecords(as other: Manifest) -> Bool {
    url == other.url && idField == other.idField && kindField == other.kindField
      && sectionField == other.sectionField
  }
}
