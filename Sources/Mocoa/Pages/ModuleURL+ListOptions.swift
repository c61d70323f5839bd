/// The list options of a URL: filter, sort order, groups and fields.
///
/// The renderer applies the list options of a page that shows one list. The page's own `url` does
/// not contain them, so pages opened from it do not inherit them. If a page embeds lists, the
/// options apply to the first of these lists.
public enum ListOption: String, CaseIterable, Sendable {
  /// The filter text.
  case filter

  /// The fields by which the items are sorted.
  case sort

  /// The field by which the items are grouped.
  case group

  /// The fields of the items that are shown.
  case fields
}

extension ModuleURL {
  /// The list options of the URL.
  public var listOptions: [Option] { options.filter(\.isListOption) }

  /// The URL without its list options.
  public func removingListOptions() -> ModuleURL {
    var url = self
    url.options.removeAll(where: \.isListOption)
    return url
  }
}

extension ModuleURL.Option {
  fileprivate var isListOption: Bool { ListOption(rawValue: name) != nil }
}
