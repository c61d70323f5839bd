internal import MocoaLanguage
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

    /// What was in the file when it was read last, right or wrong.
    var reading: ManifestFile.Reading?

    /// A newer version that was refused because of others, until they let it be.
    var refused: ManifestFile?

    /// What it has put into modules; nil where another counts at its address.
    var registration: ManifestRegistration?

    var manifest: Manifest? { file?.manifest }
  }

  private(set) var entries: [Entry] = []

  /// What is wrong with manifests, one line for each that is broken.
  private(set) var complaints: [String] = []

  private let optionPaths: [String]
  private let userFolder: String?
  private let isWatching: Bool
  private let keys: Keys
  private var watch: FileChanges?
  private var hasBundled = false
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
  ///   - keys: the keys that have other meanings already.
  init(
    paths: [String] = [], userFolder: String? = nil, isWatching: Bool = false,
    keys: Keys = .standard
  ) {
    (optionPaths, self.userFolder, self.isWatching) = (paths, userFolder, isWatching)
    self.keys = keys
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
    // The watch begins before the folder is looked into, so that nothing is missed.
    if isWatching {
      watch = FileChanges(of: optionPaths, in: userFolder, ending: ".json") { [weak self] in
        self?.readAgain()
      }
    }
    for path in optionPaths { add(.option, path) }
    for path in userFolder.flatMap(ManifestFolder.files(in:)) ?? [] { add(.user, path) }
    if entries.isEmpty {
      registry.registerWhenNeeded { [weak self] _ in self?.takeBundled() }
    } else {
      takeBundled()
    }
  }

  /// Takes up the program's own when they are needed: where somebody asks for an address or has a file
  /// that they are for, or there are others to be compared with.
  private func takeBundled() {
    guard !hasBundled else { return }
    hasBundled = true
    for manifest in Resources.manifests {
      let complaint = insert(.bundled, manifest.name, .bytes(manifest.bytes()))
      if let complaint { complaints.append(complaint) }
    }
  }

  private func add(_ origin: Origin, _ path: String) {
    let reading = ManifestFile.Reading(of: path)
    if let complaint = insert(origin, path, reading) { complaints.append(complaint) }
  }

  /// Takes up a new manifest: behind those that count before it, those of the user by their names.
  ///
  /// - Returns: what is wrong with it.
  private func insert(_ origin: Origin, _ path: String, _ reading: ManifestFile.Reading) -> String?
  {
    let next = entries.firstIndex {
      $0.origin.rawValue > origin.rawValue
        || $0.origin == origin && origin == .user && $0.path > path
    }
    let place = next ?? entries.endIndex
    entries.insert(Entry(origin: origin, path: path, reading: reading), at: place)
    return take(ManifestFile(path: path, reading, keys: keys), place)
  }

  /// Takes up a version of a manifest, or keeps it until the others let it be.
  ///
  /// - Returns: what is wrong with it.
  private func take(_ file: ManifestFile, _ place: Int) -> String? {
    if let complaint = file.complaint {
      entries[place].refused = nil
      return complaint
    }
    let complaint = accept(file, place)
    entries[place].refused = complaint == nil ? nil : file
    return complaint
  }

  /// Takes up a manifest with which nothing is wrong by itself.
  ///
  /// - Returns: what is wrong with it among the others; nil where it counts, or another does.
  private func accept(_ file: ManifestFile, _ place: Int) -> String? {
    guard let manifest = file.manifest else { return nil }
    let former = entries[place].manifest
    let origin = entries[place].origin
    let namesakes = entries.indices.filter { $0 != place && isAddress(manifest.url, ofEntryAt: $0) }
    if let same = namesakes.first(where: { entries[$0].origin == origin }) {
      let reason = phrase("is the address of \(entries[same].path) already (choose another)")
      return file.line(ManifestProblem(.init([.field("url")]), reason))
    }
    let isShadowed = namesakes.contains { $0 < place }
    if !isShadowed, let problem = conflict(of: manifest) { return file.line(problem) }
    let others = entries.indices.filter { $0 != place }.compactMap { entries[$0].manifest }
    if let problem = ManifestCycle.problem(of: manifest, among: [manifest] + others) {
      return file.line(problem)
    }
    entries[place].file = file
    if isShadowed { takeBack(entryAt: place) } else { put(entryAt: place) }
    for namesake in namesakes where namesake > place { takeBack(entryAt: namesake) }
    if let former, !former.url.isSameModule(as: manifest.url) { uncover(former.url) }
    return nil
  }

  /// Has the manifest count that is the first for an address, now that another has left it.
  private func uncover(_ url: ModuleURL) {
    for place in entries.indices where isAddress(url, ofEntryAt: place) {
      guard entries[place].registration == nil, let manifest = entries[place].manifest else {
        return
      }
      if conflict(of: manifest) == nil { return put(entryAt: place) }
    }
  }

  private func isAddress(_ url: ModuleURL, ofEntryAt place: Int) -> Bool {
    entries[place].manifest?.url.isSameModule(as: url) ?? false
  }

  /// Registers the modules of a manifest in place of what it had registered before; its page as well,
  /// where the program itself has none there.
  private func put(entryAt place: Int) {
    guard let registry, let makePage, let file = entries[place].file, let manifest = file.manifest
    else { return }
    let page = { @MainActor [weak self] (options: PageOptions) throws -> PageViewModel in
      try makePage(self?.manifest(at: options.url) ?? manifest, options.url)
    }
    entries[place].registration = manifest.register(
      in: registry, replacing: entries[place].registration, file: file.name, line: file.line(of:),
      makePage: foreignList(of: manifest) == nil ? page : nil)
  }

  private func takeBack(entryAt place: Int) {
    entries[place].registration?.unregister()
    entries[place].registration = nil
  }

  /// The list of the program itself to which a manifest adds kinds; nil for a list of its own.
  private func foreignList(of manifest: Manifest) -> Module? {
    guard let list = try? registry?.module(at: manifest.url) else { return nil }
    return isForeign(list) ? list : nil
  }

  /// Whether something is registered in a module, and by no manifest.
  private func isForeign(_ module: Module) -> Bool {
    !module.isEmpty && !entries.contains { $0.registration?.fills(module) ?? false }
  }

  /// What a manifest would take from a list of the program itself; nil where it only adds to it.
  private func conflict(of manifest: Manifest) -> ManifestProblem? {
    let list = try? registry?.module(at: manifest.url)
    guard let section = list?.existingSubmodule() else { return nil }
    func isTaken(_ kind: String = "", _ name: String = "") -> Bool {
      section.existingSubmodule(kind: kind, name: name).map(isForeign) ?? false
    }
    func problem(_ path: ManifestPath) -> ManifestProblem {
      ManifestProblem(
        path, phrase("is there in the program itself, to whose list it can add kinds only"))
    }
    for (kind, line) in [("header", manifest.header), ("footer", manifest.footer)]
    where line != nil && isTaken(kind) {
      return problem(ManifestPath([.field(kind)]))
    }
    if manifest.defaultKind != nil, isTaken() { return problem(ManifestPath([.field("row")])) }
    return manifest.kinds.first { isTaken("", $0.name) }.map { problem(.kind($0.name)) }
  }

  // MARK: - Finding

  /// The manifest whose list module is at an address.
  func manifest(at url: ModuleURL) -> Manifest? {
    entry(at: url)?.manifest
  }

  private func entry(at url: ModuleURL) -> Entry? {
    takeBundled()
    return entries.first { $0.manifest?.url.isSameModule(as: url) ?? false }
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
    // What a file is compressed by says nothing of what is in it.
    let paths = [path, RecordSource.plainName(of: path)]
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

  /// Has a page drawn again whenever a manifest has changed.
  func follow(_ page: ListPageViewModel) {
    guard isWatching else { return }
    pages.removeAll { $0.page == nil }
    pages.append(WeakPage(page: page))
  }

  /// Takes up what the files say now: those that are new, those that are other than they were, and
  /// those that others have kept out until now.
  ///
  /// Where something is wrong with one, what it said before stays.
  func readAgain() {
    takeBundled()
    // Where one cannot look into the folder now, what was there stays.
    let paths = userFolder.map(ManifestFolder.files(in:)) ?? []
    for place in entries.indices.reversed() where entries[place].origin == .user {
      if let paths, !paths.contains(entries[place].path) { remove(entryAt: place) }
    }
    for place in entries.indices where isReadable(entryAt: place) {
      let reading = ManifestFile.Reading(of: entries[place].path)
      if reading != entries[place].reading { replace(entryAt: place, by: reading) }
    }
    for path in paths ?? []
    where !entries.contains(where: { $0.path == path && $0.origin == .user }) {
      let complaint = insert(.user, path, ManifestFile.Reading(of: path))
      onChange?(complaint ?? phrase("\(path): a new manifest"), complaint != nil)
    }
    takeRefused()
    for page in pages { page.page?.list.resolveAgain() }
  }

  /// Whether a file can have become another: the program's own cannot, and a pipe is read once.
  private func isReadable(entryAt place: Int) -> Bool {
    let entry = entries[place]
    guard entry.origin != .bundled else { return false }
    if SmallFile.isRegular(entry.path) { return true }
    if case .bytes = entry.reading { return !SmallFile.exists(entry.path) }
    return false
  }

  private func replace(entryAt place: Int, by reading: ManifestFile.Reading) {
    let former = entries[place].manifest
    let file = ManifestFile(path: entries[place].path, reading, keys: keys)
    entries[place].reading = reading
    if let complaint = take(file, place) {
      onChange?(complaint, true)
      return
    }
    let isReread = former.map { file.manifest?.readsAlike($0) ?? true } ?? true
    let remark =
      isReread ? "" : phrase(" (url, id, kind and section count when it is opened again)")
    onChange?(phrase("\(file.name): the manifest has changed\(remark)"), false)
  }

  private func remove(entryAt place: Int) {
    takeBack(entryAt: place)
    let gone = entries.remove(at: place)
    if let manifest = gone.manifest { uncover(manifest.url) }
    onChange?(phrase("\(gone.path): the manifest was taken away"), false)
  }

  /// Takes up those that were refused because of others that are gone or changed now.
  private func takeRefused() {
    var isTaken = true
    while isTaken {
      isTaken = false
      for place in entries.indices {
        guard let file = entries[place].refused, take(file, place) == nil else { continue }
        isTaken = true
        onChange?(phrase("\(file.name): the manifest counts now"), false)
      }
    }
  }
}

extension Manifest {
  /// Whether another version has the same records in the same order.
  fileprivate func readsAlike(_ other: Manifest) -> Bool {
    url == other.url && idField == other.idField && kindField == other.kindField
      && sectionField == other.sectionField
  }
}
