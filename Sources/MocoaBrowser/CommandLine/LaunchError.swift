internal import Mocoa
internal import MocoaLanguage

/// An error that ends the program before it shows or prints a page.
enum LaunchError: Error, CustomStringConvertible {
  case notAList(ModuleURL)
  case incomplete(String)
  case logWithoutScreen
  case logOfItself(String)
  case noTheme(String, ThemeCatalog)

  var description: String {
    switch self {
    case .notAList(let url): phrase("\(url): this page has no items to print")
    case .incomplete(let reason): reason
    case .logOfItself(let path):
      phrase("\(path): is shown, so that it cannot be the log (--log OTHER)")
    case .noTheme(let name, let themes): phrase("option --theme: \(themes.complaint(about: name))")
    case .logWithoutScreen: phrase("--log goes with a screen: what is printed once does not change")
    }
  }
}
