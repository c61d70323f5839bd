internal import Mocoa
internal import MocoaBrowser
internal import MocoaData
internal import MocoaModel

/// A list source that loads its items and can stop loading.
@MainActor
protocol LoadableSource: ListSource {
  /// Stops loading and retains the items that are loaded.
  func stop()

  /// Calls a closure after the first items are available or loading has ended.
  ///
  /// The call may happen before the method returns.
  func onInitialLoad(_ perform: @escaping @MainActor () -> Void)
}

extension RecordSource: LoadableSource {}
extension DatabaseSource: LoadableSource {}
extension FolderSource: LoadableSource {}
extension CommandSource: LoadableSource {}
extension DiffSource: LoadableSource {}

extension SourceListPage: ReopenablePage {
  /// The names of the options that select a part of the source.
  private var partNames: [String] { ["at", "table", "schema", "column", "key"] }

  var sourceURL: ModuleURL? {
    guard var url = restorationURL?.removingListOptions(), url["path"] != nil else { return nil }
    url.fragment = nil
    url.options.removeAll { partNames.contains($0.name) }
    return url
  }
}

extension RecordSource: ProvisionalSource {
  package var isProvisional: Bool { recordStatus.isProvisional }
  package var restartCount: Int { recordStatus.restartCount }
}

extension TreeSource: ProvisionalSource {
  package var isProvisional: Bool { (base as? any ProvisionalSource)?.isProvisional ?? false }
  package var restartCount: Int { (base as? any ProvisionalSource)?.restartCount ?? 0 }
}

/// The addresses of the modules whose pages show records.
@MainActor private let readingModules = [RecordsPage.address, DatabasePage.address]
  .compactMap { try? ModuleURL($0) }

extension SourceListPage: TablePage {
  /// The column names of the source, if no custom module shows its rows.
  var columnNames: [String]? {
    readingModules.contains(where: list.module.url.isSameModule)
      ? (source as? any TableSource)?.columnNames : nil
  }
}

/// A page that shows the list of a source and its earlier versions.
class SourceListPage<Source: LoadableSource>: ListPageViewModel {
  let source: Source
  private let versions: ListHistory?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - source: The source of the list.
  ///   - follows: A Boolean value that indicates whether the source is watched and the versions of
  ///     the list are recorded.
  ///   - list: A closure that creates the view model of the list.
  init(
    url: ModuleURL, _ source: Source, follows: Bool,
    list: (any ListSource) throws -> ListViewModel
  ) rethrows {
    let versions = follows ? ListHistory(of: source) : nil
    (self.source, self.versions) = (source, versions)
    super.init(url: url, list: try list(versions ?? source))
  }

  /// The versions of the list, or `nil` if the source is not watched.
  override var history: ListHistory? { versions }

  /// Calls a closure after the first items are available or loading has ended.
  ///
  /// It receives a loading error only if the source has no items; otherwise the page is shown.
  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    source.onInitialLoad { [weak source] in
      guard let source, case .failed(let reason) = source.phase, source.snapshot.itemCount == 0
      else { return perform(nil) }
      perform(reason)
    }
  }

  /// The columns that a terminal shows instead of the cells of the page, or `nil`.
  var tableLayout: TableLayout? { nil }

  var isFolder: Bool { false }

  var hasEnded: Bool { false }

  func openFailureReason(of cell: AnyCellViewModel) -> String? { nil }

  func editTarget(for item: any CellModel) -> EditTarget? { nil }

  override func stopLoading() -> Bool {
    guard source.phase.isLoading else { return false }
    source.stop()
    return true
  }
}

extension PageOptions {
  /// Returns the open page whose source a new page at the same URL shares, or `nil`.
  @MainActor
  func sharedPage<Page: ListPageViewModel>() -> Page? {
    let page = self[ListPageViewModel.sharedPageOption] as? Page
    return page?.url.isSamePage(as: url.removingListOptions()) == true ? page : nil
  }
}

extension ModuleURL {
  /// Returns the URL with another value of the option `path`, or `nil` if the value is `nil`.
  func withPath(_ path: String?) -> ModuleURL? {
    guard let path else { return nil }
    var url = self
    for place in url.options.indices where url.options[place].name == "path" {
      url.options[place].value = path
    }
    return url
  }
}
