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
      try DiffPage(url: $0.url, registry: registry, sharing: $0.sharedPage())
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

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - registry: The registry for the module.
  ///   - other: An open page with the same URL, whose source the page shares, or `nil`.
  init(url: ModuleURL, registry: ModuleRegistry, sharing other: DiffPage? = nil) throws {
    guard let old = url["old"], let new = url["new"], !old.isEmpty, !new.isEmpty else {
      throw DiffPageError.noPaths(url)
    }
    paths = (old, new)
    let options = try RecordOptions(url: url)
    let source =
      other?.source
      ?? DiffSource(old: old, new: new, options: options, showsEqualItems: url["rows"] == "all")
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

  override func fragment(for path: ItemPath) -> String? {
    guard list.snapshot.contains(path) else { return nil }
    return (list.snapshot.element(at: path) as? DiffRow)?.fragment
  }

  override func initialPath(forFragment fragment: String) -> ItemPath? {
    list.firstPath(where: { ($0 as? DiffRow)?.fragment == fragment })
  }

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

extension DiffRow {
  /// The number of the item in the new list, or the negative number of a deleted item in the old
  /// list, which identifies the row in a URL.
  fileprivate var fragment: String? {
    if isSection { return nil }
    return numbers.new.map { "\($0)" } ?? numbers.old.map { "-\($0)" }
  }
}

extension DiffPage: OutcomePage {
  var exitStatus: Int32 {
    // Without a comparison, it is unknown whether the files differ.
    guard let comparison = source.comparison else { return ExitStatus.failure }
    return comparison.isEmpty ? ExitStatus.success : ExitStatus.negative
  }

  var closingText: String? {
    source.comparison?.isEmpty == true ? localized("no differences") : nil
  }
}

extension DiffPage: ComparisonPage {
  func difference(
    from path: ItemPath?, isForward: Bool
  ) -> (path: ItemPath, isWrapped: Bool)? {
    let list = self.list.snapshot
    let count = list.itemCount
    guard count > 0 else { return nil }
    let start = path.map(list.flatIndex)
    guard let derived = self.list.derivedList, !derived.showsEntireBase else {
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
    let runs = differingRuns(in: list, derived)
    guard let first = runs.first, let last = runs.last else { return nil }
    let next: Int?
    if isForward {
      let least = start.map { $0 + 1 } ?? 0
      next = runs.first { $0.upperBound > least }.map { max($0.lowerBound, least) }
    } else {
      let end = start ?? count
      next = runs.last { $0.lowerBound < end }.map { min($0.upperBound, end) - 1 }
    }
    let index = next ?? (isForward ? first.lowerBound : last.upperBound - 1)
    return list.path(forItemAt: index).map { ($0, next == nil) }
  }

  /// Returns the flat indexes of the rows that differ in a sorted, filtered or grouped list, as
  /// ascending ranges.
  private func differingRuns(
    in list: ListSnapshot, _ derived: any DerivedListSource
  ) -> [Range<Int>] {
    guard let rows = source.differingRows else { return [0..<list.itemCount] }
    var ranges: [Range<Int>] = []
    for row in rows.lazy.map({ Int($0) }) {
      if let last = ranges.last, last.upperBound == row {
        ranges[ranges.count - 1] = last.lowerBound..<row + 1
      } else {
        ranges.append(row..<row + 1)
      }
    }
    var items = ItemRanges()
    items.insert(ranges, inSection: 0)
    let starts = list.sections.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.items.count) }
    return derived.visibleItems(forBaseItems: items).runs.compactMap { run in
      guard list.sections.indices.contains(run.section) else { return nil }
      let start = starts[run.section]
      return start + run.range.lowerBound..<start + run.range.upperBound
    }
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
