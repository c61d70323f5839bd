internal import MocoaLanguage
internal import Glibc
internal import Mocoa
internal import MocoaModel

/// Places that are kept from run to run, in a file that several runs may write to.
@MainActor
final class PlaceList {
  /// What it is kept for.
  enum Kind: String {
    case bookmarks, recents
  }

  let kind: Kind

  /// The file; nil for somebody without a home, for whom nothing is kept.
  let path: String?

  /// So many places there are at most; of those that were opened the oldest are let go, and a bookmark is
  /// refused.
  let limit: Int

  /// The places, the newest first, as they were read or written last.
  private(set) var places: [Place] = []

  private let observers = Observers<Void>()
  private var text: PlaceText { PlaceText(heading: "mocoa \(kind.rawValue) 1") }

  /// Why places are not known, or not kept.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case noHome
    case full(Int)
    case busy(String)
    case broken(String, PlaceText.Fault)
    case file(String, KeptText.Fault)

    /// The reason in one line.
    var description: String {
      switch self {
      case .noHome: phrase("nothing can be kept: neither HOME nor XDG_STATE_HOME says where")
      case .full(let count): phrase("there is no room for more (\(count) are kept)")
      case .busy(let path): phrase("\(path): another mocoa is writing to it")
      case .broken(let path, let fault): "\(path):\(fault)"
      case .file(let path, let fault): fault.reason(of: path)
      }
    }
  }

  /// A list in a folder; nothing is read yet.
  init(_ kind: Kind, in folder: String?, limit: Int) {
    (self.kind, self.limit) = (kind, limit)
    path = folder.map { "\($0)/\(kind.rawValue)" }
  }

  /// Tells when the places are others, until the token is cancelled or let go.
  func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add { _ in perform() }
  }

  /// Reads the places as they are now; those that were known stay where that cannot be done.
  ///
  /// - Throws: also what is wrong with a line; the others are taken then.
  func load() throws(Fault) {
    guard let path else { return }
    let (places, fault) = try read(path)
    take(places)
    if let fault { throw .broken(path, fault) }
  }

  /// Changes the places as they are now, whoever has written them, and keeps them.
  ///
  /// - Parameter waits: whether it is waited for another run that writes just now, for half a second at
  ///   most.
  /// - Throws: why they are as they were.
  func change(waits: Bool = true, _ body: (inout [Place]) -> Void) throws(Fault) {
    guard let path else { throw .noHome }
    let places = try FolderLock.hold(above: path, waits: waits) { () throws(Fault) in
      let (before, fault) = try read(path)
      // What somebody has bookmarked and cannot be read is not to be lost.
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

  private func write(_ places: [Place], to path: String) throws(Fault) {
    let text = text.text(of: places)
    // What would not be read again is not written.
    guard text.utf8.count <= KeptText.limit else { throw .full(places.count - 1) }
    do throws(KeptText.Fault) {
      try KeptText(path: path, isDurable: true).write(text)
    } catch {
      throw .file(path, error)
    }
  }

  /// - Returns: the places that can be read, and what is wrong with the first line that cannot.
  private func read(_ path: String) throws(Fault) -> (places: [Place], fault: PlaceText.Fault?) {
    let bytes: [UInt8]
    do throws(KeptText.Fault) {
      bytes = try KeptText(path: path).read()
    } catch .missing {
      return ([], nil)
    } catch {
      throw .file(path, error)
    }
    do throws(PlaceText.Fault) {
      return try text.places(bytes)
    } catch {
      throw .broken(path, error)
    }
  }

  private func take(_ places: [Place]) {
    guard places != self.places else { return }
    self.places = places
    observers.send(())
  }
}
