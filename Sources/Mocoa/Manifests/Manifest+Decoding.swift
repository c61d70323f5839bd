public import MocoaModel

extension Manifest {
  /// Reads a manifest from a value, as a data format gives it.
  ///
  /// - Parameter reservedKeys: the characters of keys that a manifest may not take.
  /// - Returns: the manifest where nothing is wrong with it, else all that is.
  public static func decode(
    _ value: FieldValue, reservedKeys: Set<Unicode.Scalar> = []
  ) -> Result<Manifest, ManifestProblems> {
    var decoder = ManifestDecoder(reservedKeys: reservedKeys)
    guard let manifest = decoder.manifest(value) else {
      return .failure(ManifestProblems(decoder.problems))
    }
    return .success(manifest)
  }
}

/// All that is wrong with a manifest; never empty.
public struct ManifestProblems: Error, Hashable, Sendable {
  /// The problems, in the order in which they were found.
  public let all: [ManifestProblem]

  /// Problems.
  public init(_ all: [ManifestProblem]) {
    self.all = all
  }
}
