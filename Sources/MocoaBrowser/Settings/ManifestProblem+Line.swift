internal import MocoaLanguage
internal import Mocoa
internal import MocoaData

extension ManifestProblem {
  /// Formats the diagnostic as one line with its location in a file.
  func line(in name: String, _ places: JSONPlaces) -> String {
    let place = places.place(of: path.tokens, isName: isAboutName, scalar: position)
    return "\(name):\(place.line):\(place.column): \(self)"
  }
}

extension JSONError {
  /// Formats the error as one line with its location in a file.
  func line(in name: String) -> String { phrase("\(name):\(line):\(column): not JSON: \(reason)") }
}

extension ManifestPath {
  /// The steps as the reference tokens of a JSON pointer.
  var tokens: [String] {
    steps.map { step in
      switch step {
      case .field(let name): name
      case .position(let position): String(position)
      }
    }
  }
}
