internal import Mocoa
internal import MocoaTerminal

/// `mocoa modules`: the registered modules, one full URL a line.
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
    return ExitStatus.success
  }
}
