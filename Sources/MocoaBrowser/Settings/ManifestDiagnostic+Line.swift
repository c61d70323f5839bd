internal import MocoaLocalization
internal import Mocoa
internal import MocoaData

extension ManifestDiagnostic {
  /// Formats the diagnostic as one line with its location in a file.
  func line(in name: String, _ places: JSONSourceMap) -> String {
    let place = places.location(of: path.tokens, isName: concernsName, scalarOffset: offset)
    return "\(name):\(place.line):\(place.column): \(self)"
  }
}

extension JSONError {
  /// Formats the error as one line with its location in a file.
  func line(in name: String) -> String {
    localized("\(name):\(line):\(column): not JSON: \(reason)")
  }
}

extension ManifestPath {
  /// The steps as the reference tokens of a JSON pointer.
  var tokens: [String] {
    steps.map { step in
      switch step {
      case .field(let name): name
      case .index(let position): String(position)
      }
    }
  }
}
