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
    for root in roots {
      root.forEach { module in
        if !module.isEmpty { output.line(module.url.description) }
      }
    }
    output.flush()
    return ExitStatus.success
  }
}
