internal import MocoaLocalization
internal import Mocoa
internal import MocoaJSON

extension ManifestDiagnostic {
  /// Returns the diagnostic as one line with its location in a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - places: The locations of the values in the file.
  func line(in name: String, _ places: JSONSourceMap) -> String {
    let place = places.location(of: path.tokens, isName: concernsName, scalarOffset: offset)
    return "\(name):\(place.line):\(place.column): \(self)"
  }
}

extension JSONError {
  /// Returns the error as one line with its location in a file.
  ///
  /// - Parameter name: The name of the file.
  func line(in name: String) -> String {
    localized("\(name):\(line):\(column): not JSON: \(reason)")
  }
}

extension ManifestPath {
  /// The path as the tokens of a JSON pointer.
  var tokens: [String] {
    steps.map { step in
      switch step {
      case .field(let name): name
      case .index(let position): String(position)
      }
    }
  }
}
