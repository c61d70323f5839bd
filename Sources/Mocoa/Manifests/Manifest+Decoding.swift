public import MocoaModel

extension Manifest {
  /// Creates a manifest from a value of a data format.
  ///
  /// - Parameters:
  ///   - value: The value to decode.
  ///   - reservedKeys: The characters of keys that a manifest may not use.
  /// - Throws: A ``ManifestError`` with all errors if the value is not a valid manifest.
  public init(
    decoding value: FieldValue, reservedKeys: Set<Unicode.Scalar> = []
  ) throws(ManifestError) {
    var decoder = ManifestDecoder(reservedKeys: reservedKeys)
    guard let manifest = decoder.manifest(value) else { throw ManifestError(decoder.diagnostics) }
    self = manifest
  }
}

/// The errors of a manifest; never empty.
public struct ManifestError: Error, Hashable, Sendable {
  /// The errors, in the order in which they were found.
  public let diagnostics: [ManifestDiagnostic]

  /// Creates an error from all errors of a manifest.
  public init(_ all: [ManifestDiagnostic]) {
    self.diagnostics = all
  }
}
