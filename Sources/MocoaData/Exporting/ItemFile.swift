internal import MocoaLanguage
internal import Glibc
package import MocoaModel

/// A file that items are written to, whole or not at all.
package struct ItemFile: Sendable, Equatable {
  /// How items stand in it.
  package enum Format: String, Sendable, CaseIterable {
    /// A list of them.
    case json

    /// One a line.
    case ndjson

    /// Rows of cells: below the names of all fields that occur, in order of their first appearance.
    case csv, tsv

    /// The format that the end of a path names; nil for any other.
    package init?(path: String) {
      let name = path.split(separator: "/").last ?? ""
      guard let dot = name.lastIndex(of: ".") else { return nil }
      switch name[dot...].dropFirst().lowercased() {
      case "json": self = .json
      case "ndjson", "jsonl": self = .ndjson
      case "csv": self = .csv
      case "tsv", "tab": self = .tsv
      default: return nil
      }
    }
  }

  /// Why nothing was written.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case format(String)
    case noFile(String)
    case refused(String, Int32)
    case cancelled(String)

    package var description: String {
      switch self {
      case .format(let path):
        phrase("\(path): in what form? (end it in .json, .ndjson, .csv or .tsv)")
      case .noFile(let path): phrase("\(path): is something else than a file")
      case .refused(let path, let code):
        phrase("\(path): cannot be written: \(String(cString: strerror(code)))")
      case .cancelled(let path): phrase("\(path): not written")
      }
    }
  }

  /// What was written.
  package struct Outcome: Sendable, Equatable {
    /// How many items.
    package var count = 0

    /// How many of them only as text, for they cannot be read.
    package var unreadableCount = 0
  }

  package let path: String
  private let format: Format

  /// What the file is called.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// A file whose format its name tells.
  package init(path: String) throws(Fault) {
    guard let format = Format(path: path) else { throw .format(path) }
    (self.path, self.format) = (path, format)
  }

  /// Where a path leads to, for those who keep a link there.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether there is such a file already.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// Writes items to a draft beside the file, which then takes its place: whoever looks finds what was
  /// there before, or all of them.
  ///
  /// - Parameters:
  ///   - paths: where in the items stands what is written of them; nil for all of it.
  ///   - tell: told from time to time how much is done, 0 to 1.
  package func write(
    _ items: ChosenItems, at paths: [String]? = nil, _ cancellation: Cancellation = Cancellation(),
    tell: @escaping (Double) -> Void = { _ in }
  ) throws(Fault) -> Outcome {
    var status = stat()
    let target = Self.resolved(path)
    let isThere = stat(target, &status) == 0
    let kind = isThere ? status.st_mode & S_IFMT : S_IFREG
    guard kind == S_IFREG || kind == S_IFCHR else { throw .noFile(path) }
    // A device is written to as it is: nothing can take its place.
    let isReplaced = kind == S_IFREG
    // Nobody is to read of a private file what is not written yet.
    let draft = isReplaced ? try makeDraft(of: target, mode: isThere ? 0o600 : 0o666) : nil
    let descriptor = draft?.descriptor ?? open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .refused(path, errno) }
    if isThere, isReplaced { fchmod(descriptor, status.st_mode & 0o7777) }
    // The draft is locked until it is the file.
    let lock = draft == nil ? -1 : dup(descriptor)
    defer { if lock >= 0 { close(lock) } }
    var pass = ItemPass(
      items, at: paths, format, ItemOutput(descriptor), cancellation, tell: tell)
    var fault = pass.run().map { $0 == ECANCELED ? .cancelled(path) : Fault.refused(path, $0) }
    if fault == nil, isReplaced, fsync(descriptor) != 0, errno != EINVAL {
      fault = .refused(path, errno)
    }
    if close(descriptor) != 0, fault == nil { fault = .refused(path, errno) }
    if fault == nil, let draft, !draft.replaceTarget() { fault = .refused(path, errno) }
    if let fault {
      draft?.remove()
      throw fault
    }
    return pass.outcome
  }
  private func makeDraft(of target: String, mode: mode_t) throws(Fault) -> Draft {
    do throws(Draft.CreationError) {
      return try Draft(of: target, mode: mode)
    } catch {
      throw .refused(path, error.code)
    }
  }
}
