internal import MocoaLanguage
internal import Mocoa
internal import MocoaTerminal

/// `mocoa modules`: the registered modules, one full URL a line; what could not be registered is
/// said on standard error.
@MainActor
enum ModulesReport {
  static func print(_ registry: ModuleRegistry, below text: String?) throws -> Int32 {
    var roots = registry.roots
    if let text {
      do {
        roots = [try registry.module(at: ModuleURL(text))]
      } catch let error as ModuleURL.ParseError {
        throw Source.Fault.url(text, error)
      }
    }
    var output = StandardOutput()
    var modules: [Module] = []
    for root in roots { root.forEach { modules.append($0) } }
    for module in modules where !module.isEmpty {
      try output.line(SanitizedText.line(module.url.description))
    }
    try output.flush()
    for complaint in complaints(of: registry) { StandardStreams.complain(complaint) }
    return ExitStatus.success
  }

  /// What was to be registered at a text that is no URL or under a name that is none, and why not.
  static func complaints(of registry: ModuleRegistry) -> [String] {
    registry.illegalRegistrations.map { phrase("not registered: \($0)") }
  }
}
