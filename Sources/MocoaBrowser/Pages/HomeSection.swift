/// A section of the home screen that a feature of the program provides.
package struct HomeSection: Sendable, Equatable {
  /// The purpose of a section.
  package enum Kind: String, Sendable {
    /// The recent locations.
    case recents

    /// The bookmarks.
    case bookmarks

    /// The working folder and its files.
    case here

    /// The programs of this machine whose output is a list.
    case machine

    /// The ways to open other sources.
    case start

    /// The samples and examples.
    case samples

    /// The pages about the program itself.
    case program
  }

  package let kind: Kind

  /// The text after the title of the section, or an empty string.
  package let detail: String

  /// The items, in order.
  package var entries: [HomeEntry]

  /// Creates a section.
  package init(_ kind: Kind, detail: String = "", _ entries: [HomeEntry]) {
    (self.kind, self.detail, self.entries) = (kind, detail, entries)
  }
}
