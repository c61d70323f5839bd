internal import MocoaLanguage
internal import Mocoa

/// The file that keeps which pages were open when the program ended last.
struct StateFile {
  let path: String

  /// Why there is nothing to go on with, or nothing could be kept.
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

  /// The file of this user for a program: `$XDG_STATE_HOME/NAME/pages`, else
  /// `~/.local/state/NAME/pages`; nil for somebody without a home.
  static func standard(of program: String) -> StateFile? {
    UserFolder.state.path(of: program).map { StateFile(path: "\($0)/pages") }
  }

  /// Reads what was open.
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

  /// Keeps what is open: whoever reads the file finds this or what was there before, whole.
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
