internal import MocoaLocalization
internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel
internal import MocoaQuery

/// The tables of a SQLite database: `mocoa://sqlite/?path=…`.
///
/// With the option `table`, the page shows the rows of a table; with `key` as well, the values of
/// one row. With the option `schema`, the page shows the columns, indexes and triggers of a table.
final class DatabasePage: SourceListPage<DatabaseSource> {
  nonisolated static let address = "mocoa://sqlite/"

  private let path: String
  private let content: DatabaseContent

  /// Registers the page.
  ///
  /// - Parameters:
  ///   - registry: The registry for the module.
  ///   - follows: A Boolean value that indicates whether databases are watched and reloaded after
  ///     changes.
  static func register(in registry: ModuleRegistry, follows: Bool) {
    let page = registry.define(address).page(localized("Database")) {
      try DatabasePage(
        url: $0.url, registry: registry, follows: follows, sharing: $0.sharedPage())
    }
    page.section.cell.register(RecordCellViewModel.self).height(1)
  }

  /// Returns the URL of a part of a database.
  nonisolated static func url(_ path: String, _ content: DatabaseContent = .tables) -> ModuleURL? {
    var url = try? ModuleURL(address)
    var options = [("path", path)]
    switch content {
    case .tables: break
    case .rows(let table): options.append(("table", table))
    case .schema(let table): options.append(("schema", table))
    case .row(let place):
      options.append(("table", place.table))
      options += place.columns.map { ("column", $0) } + place.key.map { ("key", $0) }
    }
    url?.options = options.map { ModuleURL.Option(name: $0.0, value: $0.1) }
    return url
  }

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - registry: The registry for the module.
  ///   - follows: A Boolean value that indicates whether the database is watched.
  ///   - other: An open page with the same URL, whose source the page shares, or `nil`.
  init(
    url: ModuleURL, registry: ModuleRegistry, follows: Bool, sharing other: DatabasePage? = nil
  ) throws {
    guard let path = url["path"], !path.isEmpty else { throw RecordsPageError.noPath(url) }
    self.path = path
    let key = url.values(of: "key").compactMap(\.self)
    content =
      switch url["table"] {
      case nil: url["schema"].map { .schema(of: $0) } ?? .tables
      case let table? where key.isEmpty: .rows(of: table)
      case let table?:
        .row(
          RowReference(
            table: table, columns: url.values(of: "column").compactMap(\.self), key: key))
      }
    let source = try other?.source ?? DatabaseSource(path: path, content, follows: follows)
    super.init(url: url, source, follows: follows) {
      ListViewModel(source: $0, module: registry.define(Self.address))
    }
  }

  override func reload() throws -> Bool {
    try source.reload()
    return true
  }

  private var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  override var breadcrumb: [String] {
    switch content {
    case .tables: [fileName]
    case .rows(let table): [fileName, table]
    case .schema(let table): [fileName, table, localized("schema")]
    case .row(let place): [fileName, place.table, place.key.joined(separator: ", ")]
    }
  }

  override var title: String { breadcrumb.last ?? fileName }

  override var emptyMessage: String {
    content == .tables ? localized("no tables") : localized("no rows")
  }

  /// The number of tables and the size of the file, for the list of tables.
  override var statusText: String {
    guard content == .tables, !source.phase.isLoading else { return "" }
    let count = source.snapshot.itemCount
    return localized("\(count, one: "table", other: "tables") · \("\(ByteCount(source.fileSize))")")
  }

  override var commands: [PageCommand] {
    switch content {
    case .tables, .rows:
      [PageCommand(localized("schema"), letter: "I") { [weak self] in self?.openSchema() }]
    case .row, .schema: []
    }
  }

  /// Opens the schema of the current table.
  private func openSchema() {
    let table: String? =
      switch content {
      case .rows(let table): table
      case .tables:
        (list.highlightedViewModel?.element as? TableEntry)?.name
      case .row, .schema: nil
      }
    guard let table, let url = Self.url(path, .schema(of: table)) else { return }
    _ = try? navigator?.push(url)
  }

  /// The parent page, with the cursor on the item for this page.
  ///
  /// The parent of a row is its table, the parent of a table is the database, and the parent of a
  /// database is its folder.
  override var parentURL: ModuleURL? {
    switch content {
    case .tables: return FolderPage.url(around: path) ?? navigator?.home
    case .rows(let table), .schema(let table):
      var parent = Self.url(path)
      parent?.fragment = table
      return parent
    case .row(let place):
      var parent = Self.url(path, .rows(of: place.table))
      if place.columns.isEmpty, place.key.count == 1 { parent?.fragment = place.key.first }
      return parent
    }
  }

  /// Returns the URL of a table, a row, or the row that a foreign key refers to.
  override func destination(of cell: AnyCellViewModel) -> ModuleURL? {
    if let destination = cell.destination { return destination }
    guard let at = cell.shownPath, list.snapshot.contains(at) else { return nil }
    switch (list.snapshot.element(at: at), content) {
    case (let entry as TableEntry, _):
      return entry.errorMessage == nil ? Self.url(path, .rows(of: entry.name)) : nil
    case (let row as TableRow, .rows(let table)):
      return row.key.flatMap { Self.url(path, .row(RowReference(table: table, key: $0))) }
    case (let field as TableField, _):
      return field.foreignKey.flatMap { Self.url(path, .row($0)) }
    case (let rows as ReferringRows, _):
      guard let filter = rows.filter, var url = Self.url(path, .rows(of: rows.table)) else {
        return nil
      }
      url.options.append(.init(name: ListOption.filter.rawValue, value: filter))
      return url
    case (let entry as SchemaEntry, _):
      return entry.targets.first.flatMap { Self.url(path, .schema(of: $0)) }
    default: return nil
    }
  }

  /// Returns the path of the row whose row ID is the fragment.
  ///
  /// If the list is neither sorted nor grouped, a binary search finds the row.
  override func initialPath(forFragment fragment: String) -> ItemPath? {
    let query = queried?.query ?? ListQuery()
    guard case .rows = content, query.orders.isEmpty, query.group == nil else {
      return super.initialPath(forFragment: fragment)
    }
    guard let number = Int64(fragment), let items = list.snapshot.sections.first?.items else {
      return nil
    }
    var range = 0..<items.count
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      // Rows without a number cannot be searched by number.
      guard let found = Int64(items.id(at: middle).description) else { return nil }
      if found == number { return ItemPath(section: 0, item: middle) }
      range = found < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The URL with an absolute path, so that it is valid in every working folder.
  override var restorationURL: ModuleURL? {
    super.restorationURL?.withPath(WorkingDirectory.absolute(path))
  }
}

extension DatabasePage: FieldLinking {
  /// Returns the URL of the row to which a value of a foreign key refers.
  func destination(of cell: AnyCellViewModel, field: String) -> ModuleURL? {
    guard let at = cell.shownPath, list.snapshot.contains(at),
      let row = list.snapshot.element(at: at) as? TableRow
    else { return nil }
    return row.reference(ofField: field).flatMap { Self.url(path, .row($0)) }
  }
}
