internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// A manifest in a file: what it says, or all that is wrong with it.
struct ManifestFile {
  /// What the file is called in messages.
  let name: String

  /// What it says; the problems, each in one line with its place, where something is wrong.
  let content: Result<Manifest, Complaints>

  /// All that is in it; nil where it cannot be read.
  let bytes: [UInt8]?

  /// Where what it says stands.
  private let places: JSONPlaces

  /// Larger files are not read: nobody writes a manifest of that size.
  static let sizeLimit = 1 << 20

  /// What is wrong, in lines; never empty.
  struct Complaints: Error {
    let lines: [String]
  }

  /// Reads the manifest in a file.
  init(path: String) {
    do throws(SourceError) {
      guard let bytes = try SmallFile.bytes(of: path, limit: Self.sizeLimit) else {
        self.init(name: path, complaint: "\(path): is too large for a manifest (1 MiB at most)")
        return
      }
      self.init(name: path, bytes: bytes)
    } catch {
      self.init(name: path, complaint: "\(error)")
    }
  }

  /// Reads a manifest that is in memory.
  init(name: String, bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
    do throws(JSONError) {
      let value = try JSON.parse(bytes)
      let places = JSONPlaces(bytes)
      self.places = places
      content = Manifest.decode(value, reservedKeys: Keys.reserved).mapError { problems in
        Complaints(lines: problems.all.map { Self.line($0, name, places) })
      }
    } catch {
      places = JSONPlaces([])
      content = .failure(
        Complaints(lines: ["\(name):\(error.line):\(error.column): not JSON: \(error.reason)"]))
    }
  }

  private init(name: String, complaint: String) {
    (self.name, bytes, places) = (name, nil, JSONPlaces([]))
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
    return rest == 0 ? first : "\(first) (and \(rest) more: mocoa modules --check \(name))"
  }

  /// The line of a place in the file.
  func line(of path: ManifestPath) -> Int { places.place(of: path.tokens).line }

  /// A problem in one line, with the place it is at.
  func line(_ problem: ManifestProblem) -> String { Self.line(problem, name, places) }

  private static func line(_ problem: ManifestProblem, _ name: String, _ places: JSONPlaces)
    -> String
  {
    let place = places.place(
      of: problem.path.tokens, isName: problem.isAboutName, scalar: problem.position)
    return "\(name):\(place.line):\(place.column): \(problem)"
  }
}

extension ManifestPath {
  /// The steps as a JSON pointer has them.
  fileprivate var tokens: [String] {
    steps.map { step in
      switch step {
      case .field(let name): name
      case .position(let position): String(position)
      }
    }
  }
}
