internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The entries of a folder: `mocoa://folder/?path=…`.
final class FolderPage: SourceListPage<FolderSource> {
  nonisolated static let address = "mocoa://folder/"

  private let path: String

  /// Registers the page.
  ///
  /// - Parameters:
  ///   - registry: The registry for the module.
  ///   - follows: A Boolean value that indicates whether folders are watched and reloaded after
  ///     changes.
  static func register(in registry: ModuleRegistry, follows: Bool) {
    let page = registry.define(address).page(localized("Folder")) {
      try FolderPage(url: $0.url, registry: registry, follows: follows)
    }
    page.section.cell.register(FolderEntryViewModel.self).height(1)
  }

  /// Returns the URL of a folder.
  nonisolated static func url(_ path: String) -> ModuleURL? {
    guard !path.isEmpty else { return nil }
    return try? ModuleURL(
      domain: "folder", options: [.init(name: "path", value: FolderPath(path).path)])
  }

  /// Returns the URL of the folder that contains a file, with the cursor on the file, or `nil` for
  /// a pipe.
  static func url(around path: String) -> ModuleURL? {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return nil }
    // The path is split as UTF-8, because a slash and a combining accent are one Swift character.
    let stroke = UInt8(ascii: "/")
    let name = path.utf8.split(separator: stroke).last.map { String(Substring($0)) }
    guard let name else { return nil }
    let start = path.utf8.lastIndex(of: stroke).map { String(Substring(path.utf8[...$0])) }
    var url = url(start ?? ".")
    url?.fragment = name
    return url
  }

  init(url: ModuleURL, registry: ModuleRegistry, follows: Bool) throws {
    guard let path = url["path"], !path.isEmpty else { throw RecordsPageError.noPath(url) }
    self.path = path
    super.init(
      url: url, try FolderSource(path: FolderPath(path).path, follows: follows), follows: follows
    ) { ListViewModel(source: $0, module: registry.define(Self.address)) }
  }

  override func reload() throws -> Bool {
    try source.reload()
    return true
  }

  /// The path of the folder, which may be relative.
  private var folder: FolderPath { FolderPath(path) }

  override var breadcrumb: [String] { [folder.name] }

  override var title: String { folder.name }

  override var emptyMessage: String { localized("an empty folder") }

  /// The URL of the parent folder, with the cursor on this folder, or of the home screen for the
  /// root.
  override var parentURL: ModuleURL? {
    guard let parent = folder.parent, var url = Self.url(parent) else { return navigator?.home }
    url.fragment = folder.name
    return url
  }

  /// Returns the URL of the folder or file that a cell shows, for the page that supports its
  /// format.
  override func destination(of cell: AnyCellViewModel) -> ModuleURL? {
    if let destination = cell.destination { return destination }
    guard let entry = entry(of: cell), entry.openFailureReason == nil else { return nil }
    switch entry.kind {
    case .folder: return Self.url(entry.path)
    case .file: return try? RecordsPage.url(ofFile: entry.path)
    case .link, .pipe, .socket, .device, .unknown: return nil
    }
  }

  override var isFolder: Bool { true }

  override var tableLayout: TableLayout? {
    TableLayout(
      ["name", "size", "changed", "kind"], insteadOf: FolderEntryViewModel.self,
      styles: [
        "name": ColumnStyle(cell: { item, _ in (item as? FolderEntry)?.nameCell }),
        "size": ColumnStyle(cell: { item, _ in
          (item as? FolderEntry)?.size.map { TableCell("\(ByteCount($0))", .number) }
        }),
        "kind": ColumnStyle(cell: { item, _ in (item as? FolderEntry)?.kindCell }),
      ])
  }

  override func openFailureReason(of cell: AnyCellViewModel) -> String? {
    entry(of: cell)?.openFailureReason
  }

  override func editTarget(for item: any CellModel) -> EditTarget? {
    guard let entry = item as? FolderEntry else { return nil }
    if let reason = entry.openFailureReason { return .unavailable(reason: reason) }
    return entry.kind == .folder ? .folder : .file(path: entry.path, line: nil)
  }

  /// Returns the folder entry of a cell, or `nil` if the cell has none.
  func entry(of cell: AnyCellViewModel) -> FolderEntry? {
    guard let at = cell.shownPath, list.snapshot.contains(at) else { return nil }
    return list.snapshot.element(at: at) as? FolderEntry
  }

  /// The URL with an absolute path, so that it is valid in every working folder.
  override var restorationURL: ModuleURL? {
    super.restorationURL?.withPath(WorkingDirectory.absolute(folder.path))
  }
}

extension FolderEntry {
  /// The reason why the entry cannot be opened, in one line, or `nil` if it can be opened.
  var openFailureReason: String? {
    // A URL is text, so it cannot contain a name that is not UTF-8.
    if !hasUTF8Name { return localized("name is not UTF-8 (opened under another name)") }
    // Opening a pipe or a device may block until another program writes to it.
    return switch kind {
    case .folder, .file: nil
    case .link: localized("broken link: \(target ?? "")")
    case .pipe: localized("pipe (open with: mocoa \(path))")
    case .device: localized("device (open with: mocoa \(path))")
    case .socket: localized("socket (cannot be read)")
    case .unknown: localized("cannot determine the file type")
    }
  }
}

extension FolderEntry {
  /// The name in a table.
  ///
  /// Its end marks folders, links and programs also without colors.
  fileprivate var nameCell: TableCell {
    if let target { return TableCell("\(name)@ → \(target)", .link) }
    return TableCell(name + (kind == .folder ? "/" : isExecutable ? "*" : ""), role)
  }

  /// The kind in a table, in another color if the entry is neither a folder nor a file.
  fileprivate var kindCell: TableCell {
    TableCell(kind.rawValue, kind == .folder || kind == .file ? .quiet : .warn)
  }

  /// The role of the name.
  private var role: TextContent.Role {
    switch kind {
    case .folder: .folder
    case .file: isExecutable ? .program : Self.role(ofExtension: fileExtension)
    case .link, .pipe, .socket, .device, .unknown: .warn
    }
  }

  /// The part of the name after its last period, in lower case.
  private var fileExtension: String {
    name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
  }

  private static func role(ofExtension name: String) -> TextContent.Role {
    if archiveExtensions.contains(name) { return .archive }
    return imageExtensions.contains(name) ? .image : .key
  }

  private static let archiveExtensions: Set = [
    "7z", "bz2", "cpio", "deb", "gz", "jar", "lz4", "rar", "rpm", "tar", "tgz", "xz", "zip", "zst",
  ]

  private static let imageExtensions: Set = [
    "avif", "bmp", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
  ]
}

/// The path of a folder, with the name of the folder and the path of its parent.
private struct FolderPath {
  /// The path without trailing slashes.
  let path: String

  init(_ path: String) {
    let ends = path.reversed().prefix { $0 == "/" }.count
    self.path = ends == path.count ? "/" : String(path.dropLast(ends))
  }

  /// The last name of the resolved path, which is the title of the page.
  @MainActor var name: String {
    let full = resolved ?? path
    return full.split(separator: "/").last.map(String.init) ?? "/"
  }

  /// The path of the parent folder.
  ///
  /// `nil` for the root, or if the working folder is unknown.
  @MainActor var parent: String? {
    guard let resolved, resolved != "/" else { return nil }
    let parent = resolved.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + parent
  }

  /// The absolute path without `.` and `..`, or `nil` if the working folder is unknown.
  @MainActor private var resolved: String? {
    guard let absolute = WorkingDirectory.absolute(path) else { return nil }
    var names: [Substring] = []
    for name in absolute.split(separator: "/") where name != "." {
      if name == ".." {
        _ = names.popLast()
      } else {
        names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }
}

/// The cell of a folder entry, with its name, and with its size and the time of its last change at
/// the right end.
final class FolderEntryViewModel: CellViewModel<FolderEntry> {
  override var content: TextContent? {
    var spans = [
      TextContent.Span(
        model.name + (model.kind == .folder ? "/" : ""), model.kind == .folder ? .heading : .title)
    ]
    if let target = model.target { spans.append(.init("→ " + target, .detail)) }
    if ![.folder, .file].contains(model.kind) {
      spans.append(.init(model.kind.rawValue, .warning))
    }
    var trailing: [TextContent.Span] = []
    if let size = model.size { trailing.append(.init("\(ByteCount(size))", .number)) }
    if let changed = model.field("changed")?.scalarString {
      // The time is shown to the minute; the field has the seconds.
      trailing.append(.init(String(changed.dropLast(3)), .detail))
    }
    return TextContent(spans, trailing: trailing)
  }
}
