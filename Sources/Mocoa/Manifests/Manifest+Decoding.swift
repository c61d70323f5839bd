public import MocoaModel

extension Manifest {
  /// Decodes a manifest from a value of a data format.
  ///
  /// - Parameters:
  ///   - value: The value to decode.
  ///   - reservedKeys: The characters of keys that a manifest may not use.
  /// - Returns: The manifest, or all errors if the value is not a valid manifest.
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

/// The errors of a manifest; never empty.
public struct ManifestProblems: Error, Hashable, Sendable {
  /// The errors, in the order in which they were found.
  public let all: [ManifestProblem]

  /// Creates an error from a list of errors.
  public init(_ all: [ManifestProblem]) {
    self.all = all
  }
}
