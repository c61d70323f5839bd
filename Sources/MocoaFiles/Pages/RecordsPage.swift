internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The records of a file, or of a value inside it: `mocoa://file/?path=…&at=/json/pointer`.
final class RecordsPage: SourceListPage<RecordSource> {
  static let address = "mocoa://file/"

  let path: String
  private let pointer: String

  /// The manifest that defines the cells of the records, or `nil` if none does.
  private let manifest: Manifest?

  /// The records as a list or as a tree, or `nil` if a manifest or a module shows them.
  private(set) var tree: TreeSource?

  /// The form that the user or the URL requests, or `nil` for the default form.
  var requestedView: ListView?

  /// Registers the page, and the default cell for records without a module.
  ///
  /// - Parameter follows: A Boolean value that indicates whether files are watched for changes.
  static func register(
    in registry: ModuleRegistry, follows: Bool, manifests: ManifestCatalog
  ) {
    let file = registry.define(address).page(localized("File")) {
      if let path = $0.url["path"], $0.url["at"] == nil, DatabaseSource.isDatabase(path) {
        return try DatabasePage(
          url: $0.url, registry: registry, follows: follows, sharing: $0.sharedPage())
      }
      if let path = $0.url["path"], $0.url["at"] == nil, FolderSource.isFolder(path) {
        return try FolderPage(url: $0.url, registry: registry, follows: follows)
      }
      return try RecordsPage(
        url: $0.url, registry: registry, follows: follows, manifests: manifests,
        sharing: $0.sharedPage())
    }
    file.section.cell.register(RecordCellViewModel.self).height(1)
    file.section.cell(TreeNode.moduleName).register(TreeNodeCellViewModel.self).height(1)
  }

  /// Returns the URL of the records of a file, of a database, or of a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options that select how the file is read.
  static func url(ofFile path: String, options: [ModuleURL.Option] = []) throws -> ModuleURL {
    if DatabaseSource.isDatabase(path), let url = DatabasePage.url(path) {
      if let name = options.first?.name {
        throw RecordsPageError.database(path, option: name == "form" ? "lines" : name)
      }
      return url
    }
    if FolderSource.isFolder(path), let url = FolderPage.url(path) { return url }
    return try ModuleURL(
      domain: "file", options: [ModuleURL.Option(name: "path", value: path)] + options)
  }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - registry: The registry for the modules of the records.
  ///   - follows: A Boolean value that indicates whether the file is watched.
  ///   - manifests: The manifests that may define cells.
  ///   - own: The manifest whose URL the page has, or `nil`.
  ///   - other: An open page with the same URL, whose source the page shares, or `nil`.
  init(
    url: ModuleURL, registry: ModuleRegistry, follows: Bool, manifests: ManifestCatalog,
    own: Manifest? = nil, sharing other: RecordsPage? = nil
  ) throws {
    let pointer = url["at"] ?? ""
    let sample = url["path"] == nil ? own.flatMap(manifests.sample) : nil
    guard let path = url["path"] ?? sample?.name, !path.isEmpty else {
      throw RecordsPageError.noPath(url)
    }
    (self.path, self.pointer) = (path, pointer)
    let list = try url["module"].map { try ModuleURL($0) }
    // A manifest describes the records of a file, not the values inside a record.
    let claim = pointer.isEmpty && list == nil ? own ?? manifests.manifest(forFile: path) : nil
    let manifest = claim ?? list.flatMap(manifests.manifest(at:))
    self.manifest = manifest
    let options = try RecordOptions(url: url).completed(by: manifest)
    let source =
      try other?.source
      ?? sample.map {
        try RecordSource(bytes: $0.bytes, name: $0.name, at: pointer, options: options)
      } ?? RecordSource(path: path, at: pointer, options: options, follows: follows)
    let module = try (list ?? claim?.url).map { try registry.module(at: $0) }
    var tree: TreeSource?
    super.init(url: url, source, follows: follows) { records in
      if manifest == nil, module == nil {
        tree = TreeSource(records, at: pointer, hasIdentities: options.idField != nil) {
          Canvas.columns(of: $0, atMost: 100)
        }
      }
      return ListViewModel(
        source: tree ?? manifest.map { records.grouped($0.plan) } ?? records,
        module: module ?? registry.define(Self.address))
    }
    self.tree = tree
    requestedView = listOptions.last { $0.name == ListOption.view.rawValue }?.value
      .flatMap(ListView.init)
    manifests.follow(self)
  }

  /// A Boolean value that indicates whether the list may have another order than the file.
  private var isGrouped: Bool { manifest?.sectionField != nil || list.derivedList != nil }

  /// The names and indexes of the page's JSON pointer.
  var tokens: [String] { JSONPointer(pointer)?.tokens ?? [] }

  private var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  override func reload() throws -> Bool { try source.reload() }

  override func stopLoading() -> Bool { tree?.cancel() == true || super.stopLoading() }

  override var statusText: String { tree?.statusText ?? "" }

  override var hasEnded: Bool { source.hasEnded }

  override var title: String { tokens.last ?? fileName }
  override var breadcrumb: [String] {
    // A page at the URL of a manifest has the title of the manifest.
    [manifest?.url.isSameModule(as: url) ?? false ? manifest?.title ?? fileName : fileName] + tokens
  }

  /// The URL of the parent page, with the cursor on the item for this page.
  ///
  /// The parent of a value is the enclosing value, and the parent of a file is its folder.
  /// Otherwise, the parent is the home screen.
  override var parentURL: ModuleURL? {
    guard let last = tokens.last else {
      return (url["path"] == nil ? nil : FolderPage.url(around: path)) ?? navigator?.home
    }
    let slash = pointer.lastIndex(of: "/") ?? pointer.startIndex
    var parent = opening(String(pointer[..<slash]))
    parent.fragment = last
    return parent
  }

  /// Returns the URL of a page that shows the values in a record.
  ///
  /// - Returns: `nil` if the record contains no values.
  override func destination(of cell: AnyCellViewModel) -> ModuleURL? {
    guard let path = cell.shownPath else { return cell.destination }
    let item = list.snapshot.element(at: path)
    guard let record = item as? Record ?? (item as? TreeNode)?.record else {
      return cell.destination
    }
    if let destination = cell.destination { return destination }
    return record.container == nil ? nil : record.pointer.map(opening)
  }

  /// Returns the path of the item that a fragment names.
  ///
  /// A member is named by its name, another item by its index.
  override func initialPath(forFragment fragment: String) -> ItemPath? {
    if isTree { return nodePath(forFragment: fragment) }
    guard let first = list.snapshot.firstPath,
      let record = list.snapshot.element(at: first) as? Record
    else { return nil }
    if record.name != nil {
      return list.firstPath(where: {
        ($0 as? Record)?.name.map { $0.utf8.elementsEqual(fragment.utf8) } ?? false
      })
    }
    guard !isGrouped else {
      return list.firstPath(where: { ($0 as? Record)?.keyOrIndex == fragment })
    }
    let path = Int(fragment).map { ItemPath(section: 0, item: $0) }
    return path.flatMap { list.snapshot.contains($0) ? $0 : nil }
  }

  /// Returns the fragment with which `initialPath(forFragment:)` finds an item.
  override func fragment(for path: ItemPath) -> String? {
    guard list.snapshot.contains(path) else { return nil }
    if let node = list.snapshot.element(at: path) as? TreeNode { return fragment(for: node) }
    guard let record = list.snapshot.element(at: path) as? Record else { return nil }
    return record.name ?? (isGrouped ? record.keyOrIndex : "\(path.item)")
  }

  /// The URL with an absolute path, or `nil` for a pipe, which cannot be read again.
  override var restorationURL: ModuleURL? {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return nil }
    return super.restorationURL?.withPath(WorkingDirectory.absolute(path))
  }

  override func editTarget(for item: any CellModel) -> EditTarget? {
    editablePath.map { .file(path: $0, line: (item as? Record)?.lineNumber) }
  }

  private func opening(_ pointer: String) -> ModuleURL {
    var url = url
    url.fragment = nil
    url.options.removeAll { $0.name == "at" }
    if !pointer.isEmpty { url.options.append(ModuleURL.Option(name: "at", value: pointer)) }
    return url
  }
}

/// An error that indicates why a file cannot be opened by URL.
enum RecordsPageError: Error, CustomStringConvertible {
  case noPath(ModuleURL)
  case invalidOption(ModuleURL, name: String, expected: String)
  case database(String, option: String)

  var description: String {
    switch self {
    case .noPath(let url): localized("missing file (\(url.withoutOptions)?path=FILE)")
    case .invalidOption(let url, let name, let expected):
      localized("\(url.withoutOptions): \(name)=\(url[name] ?? "") is not \(expected)")
    case .database(let path, let option):
      localized("\(path): --\(option) does not apply to databases")
    }
  }
}

extension Manifest {
  /// The sections that the manifest defines.
  var plan: SectionedSource.SectionOptions {
    SectionedSource.SectionOptions(
      field: sectionField, hasHeader: header != nil, hasFooter: footer != nil)
  }
}

extension RecordOptions {
  /// Creates record options from the options of a URL.
  init(url: ModuleURL) throws {
    self.init(idField: url["id"], kindField: url["kind"])
    if let word = url["delimiter"] {
      delimiter = Self.delimiter(word)
      guard delimiter != nil else {
        throw RecordsPageError.invalidOption(
          url, name: "delimiter", expected: localized("one ASCII character, or tab"))
      }
    }
    switch url["header"] {
    case nil: break
    case "yes"?: hasHeader = true
    case "no"?: hasHeader = false
    case _?:
      throw RecordsPageError.invalidOption(url, name: "header", expected: localized("yes or no"))
    }
    treatsInputAsLines = url["form"] == "lines"
    if !treatsInputAsLines, url["form"] != nil {
      throw RecordsPageError.invalidOption(url, name: "form", expected: "lines")
    }
  }

  /// Returns the options, with missing values replaced by the options of a manifest.
  func completed(by manifest: Manifest?) -> RecordOptions {
    var options = self
    options.idField = idField ?? manifest?.idField
    options.kindField = kindField ?? manifest?.kindField
    return options
  }
}

extension Record {
  /// The last token of the JSON pointer of the record: its name or index in the enclosing value.
  fileprivate var keyOrIndex: String? {
    pointer.flatMap { JSONPointer($0)?.tokens.last }
  }
}
