internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The `mocoa modules` command, which prints the URL of each registered module on its own line.
///
/// Rejected registrations are reported on standard error.
@MainActor
enum ModulesReport {
  static func print(_ registry: ModuleRegistry, below text: String?) throws -> Int32 {
    var roots = registry.roots
    if let text {
      do {
        roots = [try registry.module(at: ModuleURL(text))]
      } catch let error as ModuleURL.ParseError {
        throw LaunchTarget.ParseError.url(text, error)
      }
    }
    var output = StandardOutput()
    for module in modules(of: roots) {
      try output.line(SanitizedText.line(module.url.description))
    }
    try output.flush()
    for complaint in errorMessages(of: registry) { StandardStreams.printError(complaint) }
    return ExitStatus.success
  }

  /// Returns the registered modules in several module trees.
  ///
  /// - Parameter roots: The roots of the trees.
  static func modules(of roots: [Module]) -> [Module] {
    var modules: [Module] = []
    for root in roots { root.forEach { modules.append($0) } }
    return modules.filter { !$0.isEmpty }
  }

  /// Returns one line for each rejected registration, which has an invalid URL or name.
  static func errorMessages(of registry: ModuleRegistry) -> [String] {
    registry.rejectedRegistrations.map { localized("not registered: \($0)") }
  }
}
