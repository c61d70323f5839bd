internal import MocoaLocalization
internal import Glibc

/// Describes why a command did not start, or ended.
package enum ProcessError {
  /// Returns the description of an `errno`, which follows the name of the command.
  package static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: localized("no such command")
    case EACCES: localized("permission denied")
    default: String(cString: strerror(code))
    }
  }

  /// Returns the description of the end of a command by a signal.
  package static func reason(ofSignal number: Int32) -> String {
    localized("ended by signal \(number) (\(String(cString: strsignal(number))))")
  }
}
