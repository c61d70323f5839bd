internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// A manifest in a file: what it says, or all that is wrong with it.
struct ManifestFile {
  /// What the file is called in messages.
  let name: String

  /// What it says; the problems, each in one line with its place, where something is wrong.
  let content: Result<Manifest, Complaints>

  /// Where what it says stands.
  private let places: JSONPlaces

  /// Larger files are not read: nobody writes a manifest of that size.
  static let sizeLimit = 1 << 20

  /// What is wrong, in lines; never empty.
  struct Complaints: Error {
    let lines: [String]
  }

  /// What was found in a file, or why nothing was, in one line.
  enum Reading: Equatable {
    case bytes([UInt8])
    case complaint(String)

    /// Reads a file.
    init(of path: String) {
      do throws(SourceError) {
        self =
          try SmallFile.bytes(of: path, limit: sizeLimit).map { .bytes($0) }
          ?? .complaint(phrase("\(path): is too large for a manifest (1 MiB at most)"))
      } catch {
        self = .complaint("\(error)")
      }
    }
  }

  /// Reads the manifest in a file.
  init(path: String, keys: Keys = .standard) {
    self.init(path: path, Reading(of: path), keys: keys)
  }

  /// Reads a manifest of which it is known what is in its file.
  init(path: String, _ reading: Reading, keys: Keys = .standard) {
    switch reading {
    case .bytes(let bytes): self.init(name: path, bytes: bytes, keys: keys)
    case .complaint(let complaint): self.init(name: path, complaint: complaint)
    }
  }

  /// Reads a manifest that is in memory.
  ///
  /// - Parameter keys: the keys that have other meanings already.
  init(name: String, bytes: [UInt8], keys: Keys = .standard) {
    self.name = name
    do throws(JSONError) {
      let value = try JSON.parse(bytes)
      let places = JSONPlaces(bytes)
      self.places = places
      content = Manifest.decode(value, reservedKeys: keys.reserved).mapError { problems in
        Complaints(lines: problems.all.map { $0.line(in: name, places) })
      }
    } catch {
      places = JSONPlaces([])
      content = .failure(Complaints(lines: [error.line(in: name)]))
    }
  }

  private init(name: String, complaint: String) {
    (self.name, places) = (name, JSONPlaces([]))
    content = .failure(Complaints(lines: [complaint]))
  }

  /// The manifest, where nothing is wrong with it.
  var manifest: Manifest? { try? content.get() }

  /// What is wrong with it, in lines.
  var complaints: [String] {
    if case .failure(let complaints) = content { complaints.lines } else { [] }
  }

  /// What is wrong with a file of which the first problem alone is told.
  var complaint: String? {
    let lines = complaints
    guard let first = lines.first else { return nil }
    let rest = lines.count - 1
    return rest == 0 ? first : phrase("\(first) (and \(rest) more: mocoa modules --check \(name))")
  }

  /// The line of a place in the file.
  func line(of path: ManifestPath) -> Int { places.place(of: path.tokens).line }

  /// A problem in one line, with the place it is at.
  func line(_ problem: ManifestProblem) -> String { problem.line(in: name, places) }
}
