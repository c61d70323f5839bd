internal import Glibc
internal import MocoaLocalization

/// The limits that the system sets for a process.
enum SystemLimits {
  /// An error that indicates which system resource is insufficient.
  enum LimitError: Error, Equatable, CustomStringConvertible {
    case descriptors(free: Int, needed: Int)
    case threads(Int32)

    var description: String {
      switch self {
      case .descriptors(let free, let needed):
        localized(
          "too few file descriptors: \(free) are free, \(needed) are needed (raise ulimit -n)")
      case .threads(let code):
        localized(
          "no thread can be started: \(String(cString: strerror(code))) (raise ulimit -u or -v)")
      }
    }
  }

  /// The number of free file descriptors that a page on a screen needs.
  static let screenDescriptors = 24

  /// The number of free file descriptors that a printed page needs.
  static let printingDescriptors = 12

  /// Makes a write beyond the file size limit fail with an error instead of a signal.
  static func reportLargeFiles() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Checks that a page can be shown, before a file is opened.
  ///
  /// Later operations report their own errors.
  static func check(showsScreen: Bool) throws(LimitError) {
    try checkDescriptors(showsScreen ? screenDescriptors : printingDescriptors)
    try checkThreads()
  }

  /// Throws an error unless a number of file descriptors are free.
  static func checkDescriptors(_ needed: Int) throws(LimitError) {
    let free = freeDescriptors(atMost: needed)
    if free < needed { throw .descriptors(free: free, needed: needed) }
  }

  private static func freeDescriptors(atMost most: Int) -> Int {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    while descriptors.count < most {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { break }
      descriptors.append(descriptor)
    }
    return descriptors.count
  }

  private static func checkThreads() throws(LimitError) {
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { _ in nil }, nil)
    if code != 0 { throw .threads(code) }
    pthread_join(thread, nil)
  }
}
