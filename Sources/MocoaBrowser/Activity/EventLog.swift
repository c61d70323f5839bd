internal import MocoaLanguage
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// What happens, appended to a file: one JSON object a line, with what it is as its `event`.
@MainActor
final class EventLog {
  private let path: String
  private let descriptor: Int32

  /// Why the file takes no more, in one line; nil while it does.
  private var failure: String?

  /// Called once when the file takes no more, or took no more before, with the reason in one line.
  var onFailure: (@MainActor (String) -> Void)? {
    didSet { if let failure { onFailure?(failure) } }
  }

  private var activity: ObservationToken?

  /// Why a file is no log.
  struct Fault: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      let reason = code == ENXIO ? phrase("nobody reads it") : String(cString: strerror(code))
      return phrase("\(path): cannot be written to: \(reason)")
    }
  }

  /// Opens the file, which is made where there is none; it tells what is shown, so that only its owner
  /// may read it.
  init(path: String) throws(Fault) {
    self.path = path
    // A pipe that nobody reads is refused instead of waited for.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    if descriptor < 0 { throw Fault(path: path, code: errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    {
      fchmod(descriptor, 0o600)
    }
  }

  /// Whether a path leads to the file of the log, which what is written to it would change.
  func isWritten(to path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &other) == 0
      && own.st_mode & S_IFMT == S_IFREG && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  isolated deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes every change of a page's list, until the token is let go.
  func follow(_ page: ListPageViewModel) -> ObservationToken {
    let (url, title) = (page.url, page.title)
    // Steps to other versions are no changes.
    let source = page.history?.source ?? page.list.content
    return source.observe { [weak self] update in
      if !update.changes.isEmpty { self?.write(update.changes, of: url, title) }
    }
  }

  /// Writes everything that happens in a registry from now on, until the log is let go.
  func follow(_ registry: ModuleRegistry) {
    activity = registry.observeActivity { [weak self] event in
      // Its object goes on as that of the changes does.
      self?.write(event.kind, "\(FieldValue.object(event.fields))")
    }
  }

  private func write(_ changes: ChangeSet, of url: ModuleURL, _ title: String) {
    let (address, name) = (FieldValue.text("\(url)"), FieldValue.text(title))
    write("changes", "{\"url\": \(address), \"title\": \(name), " + changes.json.dropFirst())
  }

  /// Writes an event and its time, behind which its object goes on.
  private func write(_ event: String, _ object: String) {
    guard failure == nil else { return }
    let time = LocalTime(LocalTime.now).timestamp
    let line = "{\"event\": \"\(event)\", \"time\": \"\(time)\", " + object.dropFirst() + "\n"
    if let reason = append(Array(SanitizedText.json(line).utf8)) {
      let failure = phrase("\(path): the log ends here: \(reason)")
      self.failure = failure
      onFailure?(failure)
    }
  }

  /// How long a pipe is waited for whose reader does not keep up, in milliseconds.
  private static let patience: Int32 = 1000

  /// Writes all bytes.
  ///
  /// - Returns: why that was not possible; nil where it was.
  private func append(_ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      let code = errno
      if code == EINTR { continue }
      guard code == EAGAIN else { return String(cString: strerror(code)) }
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&ready, 1, Self.patience) == 0 { return phrase("its reader does not keep up") }
    }
    return nil
  }
}
