internal import MocoaLocalization
internal import Glibc
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A log file to which events and changes are appended, with one JSON object for each line.
@MainActor
final class LogFile {
  private let path: String
  private let descriptor: Int32

  /// The reason why writing failed, in one line, or `nil` if it has not failed.
  private var failure: String?

  /// A closure that is called once with the reason if writing fails.
  ///
  /// If writing failed before the closure was set, it is called then.
  var onFailure: (@MainActor (String) -> Void)? {
    didSet { if let failure { onFailure?(failure) } }
  }

  private var activity: ObservationToken?

  /// An error that indicates why the log file cannot be opened.
  struct OpenError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      let reason =
        code == ENXIO ? localized("no process reads it") : String(cString: strerror(code))
      return localized("\(path): cannot be written to: \(reason)")
    }
  }

  /// Opens or creates the file.
  ///
  /// Only the owner can read the file, because it may contain private data from the pages.
  init(path: String) throws(OpenError) {
    self.path = path
    // Opening a pipe without a reader fails immediately instead of blocking.
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    if descriptor < 0 { throw OpenError(path: path, code: errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 != 0
    {
      fchmod(descriptor, 0o600)
    }
  }

  /// Returns `true` if a path refers to the log file.
  ///
  /// A write to such a path would overwrite the log.
  func isWritten(to path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &other) == 0
      && own.st_mode & S_IFMT == S_IFREG && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  isolated deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes every change of the list of a page to the log, until the token is canceled or released.
  func follow(_ page: ListPageViewModel) -> ObservationToken {
    let (url, title) = (page.url, page.title)
    // Showing another version of the list is not a change.
    let source = page.history?.source ?? page.list.content
    return source.observe { [weak self] update in
      if !update.changes.isEmpty { self?.write(update.changes, of: url, title) }
    }
  }

  /// Writes every event of a registry from now on to the log, until the log is released.
  func follow(_ registry: ModuleRegistry) {
    activity = registry.observeActivity { [weak self] event in
      // The fields of the event follow the common fields of all lines.
      self?.write(event.kind, "\(FieldValue.object(event.fields))")
    }
  }

  private func write(_ changes: ChangeSet, of url: ModuleURL, _ title: String) {
    let (address, name) = (FieldValue.string("\(url)"), FieldValue.string(title))
    write("changes", "{\"url\": \(address), \"title\": \(name), " + changes.json.dropFirst())
  }

  /// The version of the format, which increases when members change.
  ///
  /// The lines of version 1 have no member `version`.
  private static let version = 2

  /// Writes a line with the name of an event, its time, and the members of a JSON object.
  private func write(_ event: String, _ object: String) {
    guard failure == nil else { return }
    let time = LocalTime(LocalTime.now).timestamp
    let line =
      "{\"event\": \"\(event)\", \"time\": \"\(time)\", \"version\": \(Self.version), "
      + object.dropFirst() + "\n"
    if let reason = append(Array(SanitizedText.json(line).utf8)) {
      let failure = localized("\(path): logging stopped: \(reason)")
      self.failure = failure
      onFailure?(failure)
    }
  }

  /// The maximum time to wait for the reader of a full pipe, in milliseconds.
  private static let timeout: Int32 = 1000

  /// Appends bytes to the file.
  ///
  /// - Returns: The reason for a failure, or `nil` if all bytes were written.
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
      if poll(&ready, 1, Self.timeout) == 0 { return localized("its reader is too slow") }
    }
    return nil
  }
}
