/// A list that shows some of the items of another one, maybe in an order of its own.
///
/// What is kept of items that may be hidden for a while, as marks, is kept by where they stand in the
/// whole: nothing that is shown or hidden changes that.
@MainActor
public protocol ListExcerpt: ListSource {
  /// The list of which this shows some.
  var whole: any ListSource { get }

  /// Whether what is shown stands in the order of the whole.
  var keepsOrder: Bool { get }

  /// Whether what is shown is not all yet that it is to be.
  var isAsking: Bool { get }

  /// Whether all of the whole is shown as it stands there, so that its updates are passed on as they
  /// are.
  var showsWhole: Bool { get }

  /// Returns where a section of this list stands in the whole now; nil for one that is none of its
  /// sections.
  func wholePosition(ofSection section: Int) -> Int?

  /// Where an item of this list stands in the whole now; nil where it is not there any more.
  func wholePosition(of path: ItemPath) -> ItemPath?

  /// The items of the whole that are shown.
  var shownItems: ItemRanges { get }
}

/// The context of an update by which other items of a list are shown, or elsewhere, although the
/// list is what it was.
public struct OtherExcerpt: Sendable {
  /// Somebody has asked for it.
  public init() {}
}
