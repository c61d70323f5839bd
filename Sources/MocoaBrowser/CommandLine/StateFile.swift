internal import MocoaLanguage
internal import Glibc
internal import Mocoa

/// The file that keeps which pages were open when the program ended last.
struct StateFile {
  let path: String

  /// Why there is nothing to go on with, or nothing could be kept.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case missing
    case unreadable(path: String, Int32)
    case noFile(path: String)
    case broken(path: String, NavigatorState.TextError)
    case unwritable(path: String, Int32)

    var description: String {
      switch self {
      case .missing: phrase("nothing to resume: no page was kept yet")
      case .unreadable(let path, let code):
        phrase("\(path): cannot be read: \(String(cString: strerror(code)))")
      case .noFile(let path): phrase("\(path): no file that pages were kept in")
      case .broken(let path, let error): "\(path):\(error)"
      case .unwritable(let path, let code):
        phrase("\(path): the open pages cannot be kept: \(String(cString: strerror(code)))")
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
    switch fault {
    case .missing: .missing
    case .unreadable(let code): .unreadable(path: path, code)
    case .noFile: .noFile(path: path)
    case .unwritable(let code): .unwritable(path: path, code)
    }
  }
}
