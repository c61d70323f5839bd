internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// A list that is read from somewhere, which can be stopped.
@MainActor
protocol ReadSource: ListSource {
  /// Ends reading; what is there stays.
  func stop()

  /// Calls back, at once or later, when the first items are there or reading has ended.
  func whenSettled(_ perform: @escaping @MainActor () -> Void)
}

extension RecordSource: ReadSource {}
extension DatabaseSource: ReadSource {}
extension FolderSource: ReadSource {}
extension CommandSource: ReadSource {}

/// A page that shows what is read from somewhere, if only a part of it.
@MainActor
protocol SourcePage: PageViewModel {}

extension SourcePage {
  /// The options that lead to a part of what is read.
  private var partNames: [String] { ["at", "table", "column", "key"] }

  /// The URL of all that is read; nil for what cannot be opened again.
  var sourceURL: ModuleURL? {
    guard var url = restorationURL?.withoutExcerpt, url["path"] != nil else { return nil }
    url.fragment = nil
    url.options.removeAll { partNames.contains($0.name) }
    return url
  }
}

extension ReadPage: SourcePage {}

/// The modules that show what they read as it is.
@MainActor private let readingModules = [RecordsPage.address, DatabasePage.address]
  .compactMap { try? ModuleURL($0) }

extension ReadPage: TablePage {
  /// Those of what is read, where it is shown as tables are.
  var columnNames: [String]? {
    readingModules.contains(where: list.module.url.isSameModule)
      ? (source as? any TableSource)?.columnNames : nil
  }
}

/// A page that shows what is read from somewhere, and the versions that it has had.
class ReadPage<Source: ReadSource>: ListPageViewModel {
  let source: Source
  private let versions: ListHistory?

  /// - Parameters:
  ///   - follows: whether the list is seen to change.
  ///   - list: what is shown of the list, or of its versions.
  init(
    url: ModuleURL, _ source: Source, follows: Bool,
    list: (any ListSource) throws -> ListViewModel
  ) rethrows {
    let versions = follows ? ListHistory(of: source) : nil
    (self.source, self.versions) = (source, versions)
    super.init(url: url, list: try list(versions ?? source))
  }

  /// The versions that the list has had, as far as it was seen to change.
  override var history: ListHistory? { versions }

  /// What has nothing, and why, is no page.
  override func whenSettled(_ perform: @escaping @MainActor (String?) -> Void) {
    source.whenSettled { [weak source] in
      guard let source, case .failed(let reason) = source.phase, source.snapshot.itemCount == 0
      else { return perform(nil) }
      perform(reason)
    }
  }

  override func stopLoading() -> Bool {
    guard source.phase.isLoading else { return false }
    source.stop()
    return true
  }
}

extension ModuleURL {
  /// The same with another `path`; nil where there is none.
  func withPath(_ path: String?) -> ModuleURL? {
    guard let path else { return nil }
    var url = self
    for place in url.options.indices where url.options[place].name == "path" {
      url.options[place].value = path
    }
    return url
  }
}
