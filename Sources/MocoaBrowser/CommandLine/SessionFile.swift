internal import MocoaLocalization
internal import Mocoa

/// The file in which the program saves the open pages when it ends.
struct SessionFile {
  let path: String

  /// An error that prevents reading or saving the pages.
  enum SessionFileError: Error, Equatable, CustomStringConvertible {
    case missing
    case broken(path: String, NavigatorState.ParseError)
    case file(path: String, StateTextFile.StateTextFileError)

    var description: String {
      switch self {
      case .missing: localized("no saved session")
      case .broken(let path, let error): "\(path):\(error)"
      case .file(let path, let fault): fault.reason(of: path)
      }
    }
  }

  /// Returns the state file of a program.
  ///
  /// Its path is `$XDG_STATE_HOME/NAME/pages`, or `~/.local/state/NAME/pages` if the variable is
  /// not set.
  ///
  /// - Returns: `nil` if the user has no home folder.
  static func standard(of program: String) -> SessionFile? {
    XDGDirectory.state.path(of: program).map { SessionFile(path: "\($0)/pages") }
  }

  /// Reads the open pages.
  func read() throws(SessionFileError) -> NavigatorState {
    let bytes: [UInt8]
    do throws(StateTextFile.StateTextFileError) {
      bytes = try StateTextFile(path: path).read()
    } catch {
      throw sessionError(error)
    }
    do throws(NavigatorState.ParseError) {
      return try NavigatorState(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .broken(path: path, error)
    }
  }

  /// Saves the open pages.
  ///
  /// The file is replaced atomically: a program that reads it finds either the complete old text or
  /// the complete new text.
  func write(_ state: NavigatorState) throws(SessionFileError) {
    do throws(StateTextFile.StateTextFileError) {
      try StateTextFile(path: path).write(state.text)
    } catch {
      throw sessionError(error)
    }
  }

  private func sessionError(_ fault: StateTextFile.StateTextFileError) -> SessionFileError {
    fault == .missing ? .missing : .file(path: path, fault)
  }
}
