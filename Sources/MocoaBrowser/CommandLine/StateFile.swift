internal import MocoaLanguage
internal import Mocoa

/// The file in which the program saves the open pages when it ends.
struct StateFile {
  let path: String

  /// The reasons why the pages cannot be read or saved.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case missing
    case broken(path: String, NavigatorState.TextError)
    case file(path: String, KeptText.Fault)

    var description: String {
      switch self {
      case .missing: phrase("nothing to resume: no page was kept yet")
      case .broken(let path, let error): "\(path):\(error)"
      case .file(let path, let fault): fault.reason(of: path)
      }
    }
  }

  /// Returns the state file of a program: `$XDG_STATE_HOME/NAME/pages`, or
  /// `~/.local/state/NAME/pages` if the variable is not set; `nil` if the user has no home folder.
  static func standard(of program: String) -> StateFile? {
    UserFolder.state.path(of: program).map { StateFile(path: "\($0)/pages") }
  }

  /// Reads the open pages.
  func read() throws(Fault) -> NavigatorState {
    let bytes: [UInt8]
    do throws(KeptText.Fault) {
      bytes = try KeptText(path: path).read()
    } catch {
      throw fault(error)
    }
    do throws(NavigatorState.TextError) {
      return try NavigatorState(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .broken(path: path, error)
    }
  }

  /// Saves the open pages.
  ///
  /// The file is replaced atomically: a reader finds either the complete old text or the complete
  /// new one.
  func write(_ state: NavigatorState) throws(Fault) {
    do throws(KeptText.Fault) {
      try KeptText(path: path).write(state.text)
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ fault: KeptText.Fault) -> Fault {
    fault == .missing ? .missing : .file(path: path, fault)
  }
}
