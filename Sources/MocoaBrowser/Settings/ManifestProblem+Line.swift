internal import MocoaLanguage
internal import Mocoa
internal import MocoaData

extension ManifestProblem {
  /// The problem in one line, with the place it is at in a file.
  func line(in name: String, _ places: JSONPlaces) -> String {
    let place = places.place(of: path.tokens, isName: isAboutName, scalar: position)
    return "\(name):\(place.line):\(place.column): \(self)"
  }
}

extension JSONError {
  /// The error in one line, with the place it is at in a file.
  func line(in name: String) -> String { phrase("\(name):\(line):\(column): not JSON: \(reason)") }
}

extension ManifestPath {
  /// The steps as a JSON pointer has them.
  var tokens: [String] {
    steps.map { step in
      switch step {
      case .field(let name): name
      case .position(let position): String(position)
      }
    }
  }
}
