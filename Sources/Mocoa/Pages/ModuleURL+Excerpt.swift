/// The options of a URL that say what of a list is shown, and in which order.
///
/// Of a page that is a list they are left to whoever shows it: the page's own `url` is without
/// them, so that they are not handed on to what is opened from there. Of a page that is no list,
/// and embeds some, they are for the first of these.
public enum ExcerptOption: String, CaseIterable, Sendable {
  /// What an item has to have.
  case filter

  /// By which fields the items are in order.
  case sort

  /// By which field the items are put together.
  case group

  /// Which fields of the items are shown.
  case fields
}

extension ModuleURL {
  /// The options among its own that say what of a list is shown.
  public var excerpt: [Option] { options.filter(\.isExcerpt) }

  /// The same without the options that say what of a list is shown.
  public var withoutExcerpt: ModuleURL {
    var url = self
    url.options.removeAll(where: \.isExcerpt)
    return url
  }
}

extension ModuleURL.Option {
  fileprivate var isExcerpt: Bool { ExcerptOption(rawValue: name) != nil }
}
