internal import Glibc
internal import Mocoa
internal import MocoaBrowser
internal import MocoaLocalization

/// The folders from which the sections of the home screen about the working folder and this machine
/// are made.
struct Surroundings: Sendable, Equatable {
  /// The absolute path of the working folder, or `nil` if it is unknown.
  var folder: String?

  /// The home folder of the user, or `nil`.
  var home: String?

  /// The value of `PATH`, or `nil`.
  var searchPath: String?

  /// The surroundings of this process.
  static func ofProcess() -> Surroundings {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return Surroundings(
      folder: WorkingDirectory.absolute("."), home: variable("HOME"), searchPath: variable("PATH"))
  }

  /// Reads the working folder and searches for programs, and returns the sections of the home
  /// screen.
  ///
  /// No program is executed.
  func makeHomeSections() -> [HomeSection] {
    let programs = ProgramSearch(path: searchPath) { access($0, X_OK) == 0 }
    let machine = HomeSection.machine(programs)
    guard let folder, let listing = FolderListing(readingFolderAt: folder) else { return [machine] }
    let here = HomeSection.here(listing, home: home, programs) {
      FolderListing.firstBytes(ofFileAt: "\(folder)/\($0)")
    }
    return [here, machine]
  }
}

/// A search for programs in the folders of `PATH`.
struct ProgramSearch {
  /// The absolute paths of the folders, in the order of the search.
  let folders: [String]

  private let isExecutable: (String) -> Bool

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - path: The value of `PATH`. Relative folders are omitted.
  ///   - isExecutable: A closure that returns `true` if a path is that of an executable file.
  init(path: String?, isExecutable: @escaping (String) -> Bool) {
    folders = (path ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    self.isExecutable = isExecutable
  }

  /// Returns `true` if a folder contains the program of a command.
  func contains(_ command: BuiltInCommand) -> Bool {
    let name = command.program
    return folders.contains { isExecutable("\($0)/\(name)") }
  }
}

extension HomeSection {
  /// The maximum number of items about the working folder.
  static let hereLimit = 6

  /// Returns the section about this machine, with the commands whose programs are found.
  static func machine(_ programs: ProgramSearch) -> HomeSection {
    HomeSection(.machine, BuiltInCommand.ofMachine.filter(programs.contains).map(\.homeEntry))
  }

  /// Returns the section about the working folder: the folder, its most useful files, and the
  /// commits of its repository.
  ///
  /// The root folder and the home folder of the user have only one item, because their files rarely
  /// are what the user is working on.
  ///
  /// - Parameters:
  ///   - listing: The entries of the folder.
  ///   - home: The home folder of the user, or `nil`.
  ///   - programs: The search for the program `git`.
  ///   - firstBytes: A closure that returns at most 16 bytes from the start of the file with a
  ///     name.
  static func here(
    _ listing: FolderListing, home: String?, _ programs: ProgramSearch,
    firstBytes: (String) -> [UInt8]
  ) -> HomeSection {
    let isBroad = listing.path == "/" || listing.path == home
    let showsCommits = !isBroad && listing.hasRepository && programs.contains(.commits)
    let limit = isBroad ? 0 : hereLimit - (showsCommits ? 2 : 1)
    let overview = FolderOverview(listing, limit: limit, firstBytes: firstBytes)
    var entries: [HomeEntry] = []
    if let url = FolderPage.url(listing.path) {
      entries.append(
        HomeEntry(
          name: localized("This folder"), detail: overview.summary,
          size: overview.size.map { "\(ByteCount($0))" } ?? "", url: "\(url)"))
    }
    entries += overview.files.compactMap { file in
      guard let url = file.url(in: listing.path) else { return nil }
      return HomeEntry(
        name: file.entry.name, detail: file.kind.title, size: "\(ByteCount(file.entry.size))",
        url: "\(url)")
    }
    if showsCommits { entries.append(BuiltInCommand.commits.homeEntry) }
    return HomeSection(.here, detail: XDGDirectory.short(listing.path, home: home ?? "/"), entries)
  }
}

extension FolderOverview.File {
  /// Returns the URL of the page of the file, without reading the file again.
  fileprivate func url(in folder: String) -> ModuleURL? {
    let path = folder == "/" ? "/\(entry.name)" : "\(folder)/\(entry.name)"
    return kind == .database
      ? DatabasePage.url(path)
      : try? ModuleURL(domain: "file", options: [.init(name: "path", value: path)])
  }
}
