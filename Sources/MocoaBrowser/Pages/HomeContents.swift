internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel

/// The sections of the home screen, as a function of the saved locations and of what is found in
/// the working folder and on this machine.
struct HomeContents: Equatable {
  /// The part of the saved locations that the page shows.
  enum Part: String {
    /// The most recent locations and bookmarks, and all other sections.
    case start

    /// All recent locations.
    case recents

    /// All bookmarks.
    case bookmarks
  }

  /// The URL option that selects a part.
  static let partOption = "list"

  var part = Part.start

  /// All recent locations and bookmarks, as items.
  var (recents, bookmarks): ([HomeEntry], [HomeEntry]) = ([], [])

  /// The sections of the features of the program.
  var found: [HomeSection] = []

  /// The samples of the program.
  var samples: [HomeEntry] = []

  /// The pages about the program itself.
  var program: [HomeEntry] = []

  /// The maximum numbers of recent locations and of bookmarks on the start page, which all have a
  /// number.
  static let (recentLimit, bookmarkLimit) = (5, 4)

  /// The maximum number of an item that is opened by its number.
  private static let numberLimit = 9

  /// The sections, from top to bottom.
  ///
  /// - Complexity: O(items).
  func makeSections() -> [HomeSection] {
    switch part {
    case .recents: return [HomeSection(.recents, recents)].filter(\.hasItems)
    case .bookmarks: return [HomeSection(.bookmarks, bookmarks)].filter(\.hasItems)
    case .start: break
    }
    var sections: [HomeSection]
    if isFirstRun {
      sections = [
        section(.here), HomeSection(.samples, samples + section(.machine).entries), start,
      ]
    } else {
      sections = [
        HomeSection(.recents, Self.first(Self.recentLimit, of: recents, .recents)),
        HomeSection(.bookmarks, Self.first(Self.bookmarkLimit, of: bookmarks, .bookmarks)),
        section(.here), section(.machine), start, HomeSection(.samples, samples),
      ]
    }
    sections.append(HomeSection(.program, program))
    return numbered(sections.filter(\.hasItems))
  }

  /// A Boolean value that indicates whether no location is saved, so that the page explains the
  /// program.
  var isFirstRun: Bool { recents.isEmpty && bookmarks.isEmpty }

  /// A Boolean value that indicates whether the page shows example commands.
  var hasIntro: Bool { part == .start && isFirstRun }

  /// The title of a section.
  func title(of kind: HomeSection.Kind) -> String {
    switch kind {
    case .recents: localized("Continue")
    case .bookmarks: localized("Bookmarks")
    case .here: localized("Here")
    case .machine: localized("This machine")
    case .start: localized("Start")
    case .samples: isFirstRun ? localized("Try") : localized("Samples")
    case .program: localized("Program")
    }
  }

  private var start: HomeSection {
    let open = HomeEntry(
      name: localized("Open…"), detail: localized("a file, folder, URL or command"),
      target: .action(.prompt))
    return HomeSection(.start, [open])
  }

  private func section(_ kind: HomeSection.Kind) -> HomeSection {
    found.first { $0.kind == kind } ?? HomeSection(kind, [])
  }

  /// Returns the first items of a list, followed by an item that opens the whole list if it has
  /// more.
  private static func first(
    _ limit: Int, of entries: [HomeEntry], _ part: Part
  ) -> [HomeEntry] {
    guard entries.count > limit else { return entries }
    let more = HomeEntry(
      name: localized("More…"), detail: localized("all \(entries.count)"),
      url: "\(HomePage.address)?\(partOption)=\(part.rawValue)")
    return entries.prefix(limit) + [more]
  }

  /// Returns the sections with the numbers of their items.
  ///
  /// Saved locations have numbers. If none is saved, the first items that open a page have them.
  private func numbered(_ sections: [HomeSection]) -> [HomeSection] {
    var (sections, number) = (sections, 1)
    for section in sections.indices {
      for item in sections[section].entries.indices where number <= Self.numberLimit {
        let entry = sections[section].entries[item]
        guard isFirstRun ? entry.opensPage : entry.savedLocation != nil else { continue }
        sections[section].entries[item].number = number
        number += 1
      }
    }
    return sections
  }
}

extension HomeContents {
  /// The model of the list.
  ///
  /// - Complexity: O(items).
  func makeList() -> SectionedList {
    var list: [Section] = []
    if hasIntro {
      list.append(
        Section(
          id: ItemID(HomeIntro.kind), supplements: [Supplement(HomeIntro.kind, HomeIntro())],
          items: []))
    }
    for section in makeSections() {
      let heading = Heading(text: title(of: section.kind), detail: section.detail, count: "")
      list.append(
        Section(id: ItemID(section.kind.rawValue), header: heading, items: section.entries))
    }
    return SectionedList(list)
  }
}

extension HomeSection {
  fileprivate var hasItems: Bool { !entries.isEmpty }
}

extension HomeEntry {
  fileprivate var opensPage: Bool { if case .page = target { true } else { false } }
}
