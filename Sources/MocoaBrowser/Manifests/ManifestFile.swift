internal import MocoaLocalization
internal import Mocoa
internal import MocoaJSON
internal import MocoaModel
internal import MocoaSystem

/// A manifest file that was parsed: its manifest or its errors.
struct ManifestFile {
  /// The name of the file in messages.
  let name: String

  /// The manifest, or the errors with their locations.
  let content: Result<Manifest, DiagnosticsError>

  /// The locations of the JSON values in the file, for messages.
  private let sourceMap: JSONSourceMap

  /// The maximum size of a manifest, in bytes.
  static let sizeLimit = 1 << 20

  /// The error messages, one per line; never empty.
  struct DiagnosticsError: Error {
    let lines: [String]
  }

  /// The bytes of a file, or a one-line error message.
  enum Contents: Equatable {
    case bytes([UInt8])
    case firstMessage(String)

    /// Reads the file at a path.
    init(of path: String) {
      do throws(FileError) {
        self =
          try SmallFile.read(path, limit: sizeLimit).map { .bytes($0) }
          ?? .firstMessage(localized("\(path): manifest is too large (limit 1 MiB)"))
      } catch {
        self = .firstMessage("\(error)")
      }
    }
  }

  /// Reads and parses the manifest at a path.
  init(path: String, keys: KeyBindings = .standard) {
    self.init(path: path, Contents(of: path), keys: keys)
  }

  /// Parses a manifest file that was already read.
  init(path: String, _ reading: Contents, keys: KeyBindings = .standard) {
    switch reading {
    case .bytes(let bytes): self.init(name: path, bytes: bytes, keys: keys)
    case .firstMessage(let complaint): self.init(name: path, errorMessage: complaint)
    }
  }

  /// Parses a manifest in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages.
  ///   - bytes: The JSON text.
  ///   - keys: The key bindings that manifests must not use.
  init(name: String, bytes: [UInt8], keys: KeyBindings = .standard) {
    self.name = name
    do throws(JSONError) {
      let value = try JSONReader.parse(bytes)
      let places = JSONSourceMap(bytes)
      self.sourceMap = places
      do throws(ManifestError) {
        content = .success(try Manifest(decoding: value, reservedKeys: keys.reserved))
      } catch {
        let lines = error.diagnostics.map { $0.line(in: name, places) }
        content = .failure(DiagnosticsError(lines: lines))
      }
    } catch {
      sourceMap = JSONSourceMap([])
      content = .failure(DiagnosticsError(lines: [error.line(in: name)]))
    }
  }

  private init(name: String, errorMessage complaint: String) {
    (self.name, sourceMap) = (name, JSONSourceMap([]))
    content = .failure(DiagnosticsError(lines: [complaint]))
  }

  /// The manifest, or `nil` if the file is invalid.
  var manifest: Manifest? { try? content.get() }

  /// The error messages, one per line; empty if the file is valid.
  var errorMessages: [String] {
    if case .failure(let complaints) = content { complaints.lines } else { [] }
  }

  /// The first error message, and the number of further ones.
  ///
  /// `nil` if the file is valid.
  var firstErrorMessage: String? {
    let lines = errorMessages
    guard let first = lines.first else { return nil }
    let rest = lines.count - 1
    return rest == 0
      ? first : localized("\(first) (and \(rest) more: mocoa modules --check \(name))")
  }

  /// Returns the number of the line that contains the value at a path of the manifest.
  func line(of path: ManifestPath) -> Int { sourceMap.location(of: path.tokens).line }

  /// Returns a diagnostic as one line with its location in the file.
  func line(_ problem: ManifestDiagnostic) -> String { problem.line(in: name, sourceMap) }
}
