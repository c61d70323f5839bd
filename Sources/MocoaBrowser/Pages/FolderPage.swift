internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// What is in a folder: `mocoa://folder/?path=…`.
final class FolderPage: ReadPage<FolderSource> {
  static let address = "mocoa://folder/"

  private let path: String

  /// - Parameter follows: whether a folder is watched, and read again when something in it changes.
  static func register(in registry: ModuleRegistry, follows: Bool) {
    let page = registry[address].page(phrase("Folder")) {
      try FolderPage(url: $0.url, registry: registry, follows: follows)
    }
    page.section.cell.register(FolderEntryViewModel.self).height(1)
  }

  /// The URL of what is in a folder.
  static func url(_ path: String) -> ModuleURL? {
    guard !path.isEmpty else { return nil }
    return try? ModuleURL(
      domain: "folder", options: [.init(name: "path", value: FolderPlace(path).path)])
  }

  /// The URL of the folder that a file is in, with the cursor on that; nil for what comes through a pipe.
  static func url(around path: String) -> ModuleURL? {
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return nil }
    // Of bytes: a stroke with an accent on it is one still.
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
      url: url, try FolderSource(path: FolderPlace(path).path, follows: follows), follows: follows
    ) { ListViewModel(source: $0, module: registry[Self.address]) }
  }

  override func readAgain() throws -> Bool {
    try source.readAgain()
    return true
  }

  /// The whole path, of which a page further out has the beginning.
  private var place: FolderPlace { FolderPlace(path) }

  override var breadcrumb: [String] { [place.name] }

  override var title: String { place.name }

  override var emptyNote: String { phrase("an empty folder") }

  /// The folder around it, with the cursor on this one.
  override var parentURL: ModuleURL? {
    guard let parent = place.parent, var url = Self.url(parent) else { return navigator?.home }
    url.fragment = place.name
    return url
  }

  /// A folder opens as what is in it, a file by its kind.
  override func destination(of cell: AnyCellViewModel) -> ModuleURL? {
    if let destination = cell.destination { return destination }
    guard let entry = entry(of: cell), entry.obstacle == nil else { return nil }
    switch entry.kind {
    case .folder: return Self.url(entry.path)
    case .file: return try? RecordsPage.url(ofFile: entry.path, options: Options())
    case .link, .pipe, .socket, .device, .unknown: return nil
    }
  }

  /// What stands in the folder where a cell is; nil for nothing.
  func entry(of cell: AnyCellViewModel) -> FolderEntry? {
    guard let at = cell.shownPath, list.snapshot.contains(at) else { return nil }
    return list.snapshot.element(at: at) as? FolderEntry
  }

  /// It is found again from everywhere.
  override var restorationURL: ModuleURL? {
    super.restorationURL?.withPath(WorkingFolder.absolute(place.path))
  }
}

extension FolderEntry {
  /// Why it is not opened, in one line; nil for what is.
  var obstacle: String? {
    // No page can be called as no text is.
    if !isNameable { return phrase("its name is not UTF-8: it is opened under another") }
    // Of pipes and devices one would wait for whoever writes to them.
    return switch kind {
    case .folder, .file: nil
    case .link: phrase("the link leads nowhere: \(target ?? "")")
    case .pipe: phrase("a pipe: open it by name: mocoa \(path)")
    case .device: phrase("a device: open it by name: mocoa \(path)")
    case .socket: phrase("a socket: nothing can be read from it")
    case .unknown: phrase("nobody may know what this is")
    }
  }
}

/// The path of a folder, and what is to be said of it.
private struct FolderPlace {
  /// The path without the strokes at its end.
  let path: String

  init(_ path: String) {
    let ends = path.reversed().prefix { $0 == "/" }.count
    self.path = ends == path.count ? "/" : String(path.dropLast(ends))
  }

  /// The last name in the path, also of one that leads back.
  @MainActor var name: String {
    let full = resolved ?? path
    return full.split(separator: "/").last.map(String.init) ?? "/"
  }

  /// The folder around it; nil for the root, and where nobody knows.
  @MainActor var parent: String? {
    guard let resolved, resolved != "/" else { return nil }
    let parent = resolved.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + parent
  }

  /// The path from the root, without the names that only lead back.
  @MainActor private var resolved: String? {
    guard let absolute = WorkingFolder.absolute(path) else { return nil }
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

/// What stands in a folder: its name, and at the right end how large it is and when it changed.
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
    if let size = model.size { trailing.append(.init(Self.text(ofSize: size), .number)) }
    if let changed = model.field("changed")?.scalarText {
      // To the minute: the seconds are in the field.
      trailing.append(.init(String(changed.dropLast(3)), .detail))
    }
    return TextContent(spans, trailing: trailing)
  }

  /// A number of bytes with three digits or so, in powers of a thousand.
  private static func text(ofSize size: Int) -> String {
    if size < 1000 { return "\(size) B" }
    var (value, unit) = (Double(size), 0)
    while value >= 999.5, unit < 6 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return "\(number) \(["B", "kB", "MB", "GB", "TB", "PB", "EB"][unit])"
  }
}
