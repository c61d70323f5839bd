internal import Mocoa
internal import MocoaLocalization

/// An error that ends the program before it shows or prints a page.
enum LaunchError: Error, CustomStringConvertible {
  case notAList(ModuleURL)
  case incomplete(String)
  case logWithoutScreen
  case logOfItself(String)
  case noTheme(String, ThemeCatalog)
  case unsupported(Options.Command)

  var description: String {
    switch self {
    case .notAList(let url): localized("\(url): page has no items to print")
    case .incomplete(let reason): reason
    case .logOfItself(let path):
      localized("\(path): cannot log to an open file (choose another --log)")
    case .noTheme(let name, let themes):
      localized("option --theme: \(themes.errorMessage(about: name))")
    case .unsupported(let command):
      localized("this program has no command \(command.rawValue)")
    case .logWithoutScreen:
      localized("--log requires a terminal screen")
    }
  }
}
