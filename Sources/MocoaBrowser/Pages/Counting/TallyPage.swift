internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// A list page with columns that the page defines.
@MainActor
protocol StyledTablePage: ListPageViewModel {
  /// The fields by which the list is sorted if the user has not sorted it.
  var naturalOrders: [TableColumns.Order] { get }

  /// Creates the columns of the list.
  func makeColumns() -> TableColumns
}

/// A page whose rows are computed from all items of another list, its base: a frequency table, a
/// histogram or a list of fields.
///
/// The option `of` is the URL of the base. The filter in this URL applies to the items. If the page
/// was opened from the base, both share one source.
final class TallyPage: ListPageViewModel, StyledTablePage, FailureExplaining {
  /// The computation of the rows.
  private(set) var kind: TallyKind

  /// The page of the base list, or `nil` if it could not be opened.
  private(set) var base: ListPageViewModel?

  /// The URL of the base with its list options.
  private let baseURL: ModuleURL

  private let rows: TallySource

  /// The filter of the items, or `nil` for all items.
  private var filter: Filter?

  /// The items, with the filter.
  private var items: (any ListSource)?

  /// An error that indicates why a page cannot be opened by URL.
  enum TallyPageError: Error, CustomStringConvertible {
    case missing(ModuleURL, option: String)

    var description: String {
      switch self {
      case .missing(let url, let option):
        localized("\(url.withoutOptions): missing option \(option) (press % or # in a list)")
      }
    }
  }

  /// Registers the pages.
  static func register(in registry: ModuleRegistry) {
    for (domain, title) in [
      (TallyKind.countDomain, localized("Value counts")),
      (TallyKind.histogramDomain, localized("Histogram")),
      (TallyKind.fieldsDomain, localized("Fields")),
    ] {
      let page = registry.define("mocoa://\(domain)/").page(title) { [weak registry] in
        try TallyPage($0, registry ?? ModuleRegistry())
      }
      if domain == TallyKind.fieldsDomain {
        page.section.cell.register(FieldRowViewModel.self).height(1)
      } else {
        page.section.cell.register(CountedRowViewModel.self).height(1)
        page.section.footer.register(CountedTotalViewModel.self).height(1)
      }
    }
  }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - options: The options of the page.
  ///   - registry: The registry for the module of the page.
  init(_ options: PageOptions, _ registry: ModuleRegistry) throws {
    let url = options.url
    guard let base = url[TallyKind.baseOption].flatMap({ try? ModuleURL($0) }) else {
      throw TallyPageError.missing(url, option: TallyKind.baseOption)
    }
    guard let kind = TallyKind(url) else {
      throw TallyPageError.missing(url, option: TallyKind.fieldOption)
    }
    let rows = TallySource()
    (self.kind, self.rows, baseURL) = (kind, rows, base)
    self.base = options[Self.sharedPageOption] as? ListPageViewModel
    super.init(
      url: url, list: ListViewModel(source: rows, module: registry.define(url.withoutOptions)))
  }

  override func prepare() {
    super.prepare()
    if let base {
      filter = base.queried?.query.filter
      return start(with: base)
    }
    do throws(Navigator.NavigationError) {
      guard let page = try embed(baseURL) as? ListPageViewModel else {
        return rows.fail(localized("\(baseURL.withoutOptions): not a list"))
      }
      base = page
      if let fault = page.applyListOptions() { return rows.fail("\(fault)") }
      filter = page.queried?.query.filter
      start(with: page)
    } catch {
      rows.fail("\(error)")
    }
  }

  private func start(with base: ListPageViewModel) {
    let source = (base as? any TreePage)?.countedSource ?? base.list.content
    guard let filter else {
      items = source
      return startTally()
    }
    // The results of the base may have another order, groups, and later another filter.
    let results = QueryResults(source)
    results.query.filter = filter
    items = results
    results.onUpToDate { [weak self] in self?.startTally() }
  }

  private func startTally() {
    guard let items else { return }
    switch kind {
    case .counts(let field):
      rows.start(RowTally(ValueCounter(field)) { TalliedRows($0, field: field) }, of: items)
    case .histogram(let field, let scale):
      rows.start(
        RowTally(HistogramTally(field, scale: scale)) { TalliedRows($0, field: field) }, of: items)
    case .fields(let names):
      let isPartial = names != nil
      rows.start(
        RowTally(ListAccumulator(of: names)) { TalliedRows($0, isPartial: isPartial) }, of: items)
    }
  }

  // MARK: - URLs

  /// Returns the options with which the page that a cell opens shares the source of the base.
  ///
  /// A row of counts opens the base, and the row of a field opens a page about the base.
  func sharingOptions(for cell: AnyCellViewModel?) -> [String: (any Sendable)?] {
    let page = cell?.element is FieldRow ? base : (base as? TallyPage)?.base ?? base
    return page.map { [Self.sharedPageOption: $0] } ?? [:]
  }

  /// The URL of the base without list options and without an item.
  private var plainBaseURL: ModuleURL {
    var url = (base?.url ?? baseURL).removingListOptions()
    url.fragment = nil
    return url
  }

  /// The URL of the base with the filter of the items.
  private var filteredBaseURL: ModuleURL { plainBaseURL.filtered(by: filter) }

  /// Returns the URL of the frequency table of a field.
  func countURL(of row: FieldRow) -> ModuleURL? {
    TallyKind.counts(field: row.name).url(of: filteredBaseURL)
  }

  /// Returns the URL of the items that a row counts, or of the histogram or the frequency table of
  /// a field.
  override func destination(of cell: AnyCellViewModel) -> ModuleURL? {
    if let row = cell.element as? FieldRow {
      return row.hasHistogram
        ? TallyKind.histogram(field: row.name, scale: nil).url(of: filteredBaseURL)
        : countURL(of: row)
    }
    guard let condition = (cell.element as? CountedRow)?.condition,
      let text = Filter.text(filter?.text ?? "", and: condition)
    else { return nil }
    var query = ListQuery()
    query.orders = base?.queried?.query.orders ?? []
    var url = plainBaseURL
    url.options.append(.init(name: ListOption.filter.rawValue, value: text))
    url.options += query.options
    return url
  }

  func openFailureReason(of cell: AnyCellViewModel) -> String? {
    guard let field = kind.field else { return nil }
    return localized("cannot filter by this value of \(field): use the filter prompt")
  }

  override var parentURL: ModuleURL? { plainBaseURL }

  /// The URL with the filter of the base and the size of the buckets, or `nil` if the base cannot
  /// be reopened.
  override var restorationURL: ModuleURL? {
    guard var url = super.restorationURL else { return nil }
    var source = filteredBaseURL
    if let base {
      guard var restored = base.restorationURL?.removingListOptions() else { return nil }
      restored.fragment = nil
      source = restored.filtered(by: filter)
    }
    guard let own = kind.url(of: source) else { return nil }
    let names = Set(own.options.map(\.name))
    url.options = own.options + url.options.filter { !names.contains($0.name) }
    return url
  }

  // MARK: - Page

  override var title: String {
    if case .histogram(let field, _) = kind, let scale = rows.rows?.scale {
      return localized("\(field) by \(scale.stepText)")
    }
    return kind.field.map { localized("by \($0)") } ?? localized("fields")
  }

  override var breadcrumb: [String] { (base?.breadcrumb ?? []) + [title] }
  override var statusText: String { rows.rows?.statusText ?? "" }
  override var emptyMessage: String { kind.emptyMessage }
  override func stopLoading() -> Bool { base?.stopLoading() ?? false }
  override func reload() throws -> Bool { try base?.reload() ?? false }

  var naturalOrders: [TableColumns.Order] {
    if case .counts = kind { [.init(CountedRow.countField, isDescending: true)] } else { [] }
  }

  func makeColumns() -> TableColumns {
    kind.field.map { .counts(of: CountedRow.columnName(of: $0)) } ?? .fieldSummaries()
  }

  /// The key bindings of a histogram, as the manual lists them.
  nonisolated static let bindings: [KeyBindings.Binding] = [
    .init([.character("+")], .pageCommand("+"), "larger buckets"),
    .init([.character("-")], .pageCommand("-"), "smaller buckets"),
  ]

  /// The commands that change the size of the buckets.
  override var commands: [PageCommand] {
    guard case .histogram = kind else { return [] }
    return [
      PageCommand(localized("larger buckets"), letter: "+", hint: localized("+ - bucket")) {
        [weak self] in self?.show(self?.rows.rows?.coarser)
      },
      PageCommand(localized("smaller buckets"), letter: "-", hint: "") { [weak self] in
        self?.show(self?.rows.rows?.finer)
      },
    ]
  }

  private func show(_ scale: HistogramScale?) {
    guard let scale, case .histogram(let field, _) = kind else { return }
    kind = .histogram(field: field, scale: scale)
    startTally()
    redraw()
  }
}

extension ModuleURL {
  /// Returns the URL with a filter as its last option.
  func filtered(by filter: Filter?) -> ModuleURL {
    guard let filter else { return self }
    var url = self
    url.options.append(.init(name: ListOption.filter.rawValue, value: filter.text))
    return url
  }
}
