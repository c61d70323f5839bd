internal import Glibc

/// A pipe whose descriptors are not inherited by commands.
package struct Pipe {
  package let reader: Int32
  package let writer: Int32

  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    guard let reader = Self.moved(ends[0]) else {
      Glibc.close(ends[1])
      return nil
    }
    guard let writer = Self.moved(ends[1]) else {
      Glibc.close(reader)
      return nil
    }
    (self.reader, self.writer) = (reader, writer)
  }

  package func close() {
    Glibc.close(reader)
    Glibc.close(writer)
  }

  /// Replaces a descriptor by a copy with a number of at least 3, and closes the original.
  ///
  /// The numbers 0 to 2 are those of the standard streams of the command.
  ///
  /// - Returns: The copy, or `nil` with `errno` set if the system call fails.
  package static func moved(_ descriptor: Int32) -> Int32? {
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let code = errno
    Glibc.close(descriptor)
    errno = code
    return moved < 0 ? nil : moved
  }
}
