internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel

/// A list of locations in a file that several processes may write.
@MainActor
final class LocationList {
  /// The purpose of a list.
  enum Kind: String {
    case bookmarks, recents
  }

  let kind: Kind

  /// The path of the file, or `nil` if the user has no home folder.
  ///
  /// In the latter case, no location is saved.
  let path: String?

  /// The maximum number of locations.
  ///
  /// If this number is exceeded, the oldest recent location is removed. A new bookmark is rejected
  /// instead.
  let limit: Int

  /// The locations that were read or written last, newest first.
  private(set) var locations: [Location] = []

  private let observers = Observers<Void>()
  private var text: LocationListFormat { LocationListFormat(heading: "mocoa \(kind.rawValue) 1") }

  /// An error that prevents reading or saving the locations.
  enum LocationListError: Error, Equatable, CustomStringConvertible {
    case noHome
    case full(Int)
    case busy(String)
    case broken(String, LocationListFormat.ParseError)
    case file(String, StateTextFile.StateTextFileError)

    /// The error message in one line.
    var description: String {
      switch self {
      case .noHome: localized("cannot save: set HOME or XDG_STATE_HOME")
      case .full(let count):
        localized("too many saved locations (limit \(count); remove one on the home screen)")
      case .busy(let path): localized("\(path): locked by another mocoa (try again)")
      case .broken(let path, let fault): "\(path):\(fault)"
      case .file(let path, let fault): fault.reason(of: path)
      }
    }
  }

  /// Creates a list whose file is in a folder.
  ///
  /// The file is not read.
  init(_ kind: Kind, in folder: String?, limit: Int) {
    (self.kind, self.limit) = (kind, limit)
    path = folder.map { "\($0)/\(kind.rawValue)" }
  }

  /// Adds an observer of every change of the locations.
  ///
  /// It is active until the token is canceled or released.
  func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { _ in perform() }
  }

  /// Reads the file.
  ///
  /// If the file cannot be read, the locations do not change.
  ///
  /// - Throws: The reason why the file cannot be read, or the error in its first invalid line. In
  ///   the second case, the valid locations are loaded.
  func load() throws(LocationListError) {
    guard let path else { return }
    let (places, fault) = try read(path)
    take(places)
    if let fault { throw .broken(path, fault) }
  }

  /// Changes the locations and saves them.
  ///
  /// The file is read before, because another process may have changed it.
  ///
  /// - Parameters:
  ///   - waits: A Boolean value that indicates whether the method waits for another process that
  ///     writes the file, for at most half a second.
  ///   - body: A closure that changes the locations.
  /// - Throws: The reason why the file was not changed.
  func change(waits: Bool = true, _ body: (inout [Location]) -> Void) throws(LocationListError) {
    guard let path else { throw .noHome }
    let places = try DirectoryLock.withLock(above: path, waits: waits) {
      () throws(LocationListError) in
      let (before, fault) = try read(path)
      // A rewrite would lose a bookmark whose line is not valid.
      if let fault, kind == .bookmarks { throw .broken(path, fault) }
      var places = before
      body(&places)
      if places.count > limit {
        guard kind == .recents else { throw .full(before.count) }
        places = Array(places.prefix(limit))
      }
      if places != before || fault != nil { try write(places, to: path) }
      return places
    }
    guard let places else { throw .busy(path) }
    take(places)
  }

  private func write(_ places: [Location], to path: String) throws(LocationListError) {
    let text = text.text(of: places)
    // A larger file would be rejected by the next read.
    guard text.utf8.count <= StateTextFile.limit else { throw .full(places.count - 1) }
    do throws(StateTextFile.StateTextFileError) {
      try StateTextFile(path: path, isDurable: true).write(text)
    } catch {
      throw .file(path, error)
    }
  }

  /// Reads and parses the file.
  ///
  /// - Returns: The valid locations, and the error in the first invalid line.
  private func read(_ path: String) throws(LocationListError) -> (
    places: [Location], fault: LocationListFormat.ParseError?
  ) {
    let bytes: [UInt8]
    do throws(StateTextFile.StateTextFileError) {
      bytes = try StateTextFile(path: path).read()
    } catch .missing {
      return ([], nil)
    } catch {
      throw .file(path, error)
    }
    do throws(LocationListFormat.ParseError) {
      return try text.locations(bytes)
    } catch {
      throw .broken(path, error)
    }
  }

  private func take(_ places: [Location]) {
    guard places != self.locations else { return }
    self.locations = places
    observers.notify(())
  }
}
