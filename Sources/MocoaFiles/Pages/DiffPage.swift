internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// The differences between the lists of two files: `mocoa://diff/?old=…&new=…`.
///
/// With the option `rows=all`, the page also shows the items that are equal.
final class DiffPage: SourceListPage<DiffSource> {
  nonisolated static let address = LaunchTarget.diffAddress

  /// Registers the page.
  static func register(in registry: ModuleRegistry) {
    let page = registry.define(address).page(localized("Differences")) {
      try DiffPage(url: $0.url, registry: registry)
    }
    page.section.cell.register(DiffCellViewModel.self).height(1)
  }

  /// An error that prevents opening the page.
  enum DiffPageError: Error, CustomStringConvertible {
    case noPaths(ModuleURL)

    var description: String {
      switch self {
      case .noPaths(let url):
        localized("missing file (\(url.withoutOptions)?old=FILE&new=FILE)")
      }
    }
  }

  private let paths: (old: String, new: String)

  init(url: ModuleURL, registry: ModuleRegistry) throws {
    guard let old = url["old"], let new = url["new"], !old.isEmpty, !new.isEmpty else {
      throw DiffPageError.noPaths(url)
    }
    paths = (old, new)
    let source = DiffSource(
      old: old, new: new, options: try RecordOptions(url: url),
      showsEqualItems: url["rows"] == "all"
    )
    super.init(url: url, source, follows: false) {
      ListViewModel(source: $0, module: registry.define(Self.address))
    }
  }

  override var breadcrumb: [String] { [title] }

  override var title: String {
    let names = [paths.old, paths.new].map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return "\(names[0]) → \(names[1])"
  }

  override var parentURL: ModuleURL? { FolderPage.url(around: paths.new) ?? navigator?.home }

  override var emptyMessage: String { localized("no differences") }

  override func reload() -> Bool {
    source.reload()
    return true
  }

  /// The counts of differences, with the property that identifies the items if it is not a field.
  override var statusText: String {
    guard let comparison = source.comparison else { return "" }
    let identity = comparison.keyField == nil ? [comparison.identity.text] : []
    return (comparison.counts.texts + identity).joined(separator: " · ")
  }

  override var commands: [PageCommand] {
    let title = source.showsEqualItems ? localized("differences only") : localized("all rows")
    return [
      PageCommand(title, letter: "a") { [weak self] in
        guard let self else { return }
        source.setShowsEqualItems(!source.showsEqualItems)
      }
    ]
  }

  /// The URL with absolute paths, or `nil` for a pipe, which cannot be read again.
  override var restorationURL: ModuleURL? {
    guard var url = super.restorationURL else { return nil }
    for index in url.options.indices where ["old", "new"].contains(url.options[index].name) {
      guard let path = url.options[index].value, !path.hasPrefix("/dev/"),
        !path.hasPrefix("/proc/"), let absolute = WorkingDirectory.absolute(path)
      else { return nil }
      url.options[index].value = absolute
    }
    url.options.removeAll { $0.name == "rows" }
    if source.showsEqualItems { url.options.append(.init(name: "rows", value: "all")) }
    return url
  }
}

extension DiffPage: OutcomePage {
  var exitStatus: Int32 {
    if case .failed = source.phase { return ExitStatus.failure }
    return source.comparison?.isEmpty == true ? ExitStatus.success : ExitStatus.negative
  }

  var closingText: String? {
    source.comparison?.isEmpty == true ? localized("no differences") : nil
  }
}

extension DiffPage: ComparisonPage {
  /// The maximum number of rows that are searched in a list that is sorted or filtered.
  private static let searchLimit = 100_000

  func difference(
    from path: ItemPath?, isForward: Bool
  ) -> (path: ItemPath, isWrapped: Bool)? {
    let list = self.list.snapshot
    let count = list.itemCount
    guard count > 0 else { return nil }
    let start = path.map(list.flatIndex)
    if self.list.derivedList == nil {
      let rows = source.differingRows
      let last = (rows?.count ?? count) - 1
      guard last >= 0 else { return nil }
      func row(_ index: Int) -> Int { rows.map { Int($0[index]) } ?? index }
      var next: Int?
      if let start {
        // The first row that is not before the current one.
        var range = 0..<last + 1
        while !range.isEmpty {
          let middle = (range.lowerBound + range.upperBound) / 2
          range =
            row(middle) < start ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        let first = range.lowerBound
        next = isForward ? (first <= last && row(first) == start ? first + 1 : first) : first - 1
      }
      let isWrapped = next.map { $0 < 0 || $0 > last } ?? false
      let index = isWrapped || next == nil ? (isForward ? 0 : last) : next ?? 0
      return list.path(forItemAt: row(index)).map { ($0, isWrapped) }
    }
    // Sorted, filtered or grouped rows are in another order.
    var index = start ?? (isForward ? -1 : count)
    var isWrapped = false
    for _ in 0..<min(count, Self.searchLimit) {
      index += isForward ? 1 : -1
      if index < 0 || index >= count {
        isWrapped = start != nil
        index = isForward ? 0 : count - 1
      }
      if let path = list.path(forItemAt: index), source.isDifferent(list.id(at: path)) {
        return (path, isWrapped)
      }
    }
    return nil
  }
}

/// The cell of a difference outside of a table and in line mode: its sign, its identity and what
/// differs.
final class DiffCellViewModel: RecordCellViewModel {
  private var madeText: TextContent?

  /// The maximum width of the title of a changed item, in terminal columns.
  private static let titleWidth = 40

  override func update(with element: any CellModel) throws {
    try super.update(with: element)
    madeText = nil
  }

  override var content: TextContent? {
    guard let row = record as? DiffRow else { return super.content }
    if let madeText { return madeText }
    let content = makeContent(of: row)
    madeText = content
    return content
  }

  private func makeContent(of row: DiffRow) -> TextContent {
    let shown = (row.shownItem as? any CellModel & FieldReadable).map(RecordCellViewModel.init)
    var spans = shown?.content?.lines.first?.leading ?? []
    if row.isSection { spans.insert(.init(localized("section"), .heading), at: 0) }
    switch row.difference {
    case .equal:
      for index in spans.indices { spans[index].role = .quiet }
    case .inserted: break
    case .deleted:
      for index in spans.indices { spans[index].role = .removed }
    case .moved: spans.append(.init(row.movement, .moved))
    case .changed:
      spans = Array(spans.prefix(row.isSection ? 2 : 1))
      for index in spans.indices { spans[index].limit = Self.titleWidth }
      spans.append(.init(row.text(without: nil, isComplete: false), .text))
    }
    return TextContent(spans)
  }
}
