internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The `mocoa explain URL` command, which prints how a URL resolves: each candidate and the result.
@MainActor
enum ExplainReport {
  /// An error of the command.
  enum ExplainError: Error, CustomStringConvertible {
    case noURL

    var description: String {
      localized("missing URL (mocoa explain mocoa://domain/path)")
    }
  }

  static func print(_ registry: ModuleRegistry, _ text: String?) throws -> Int32 {
    guard let text else { throw ExplainError.noURL }
    let url: ModuleURL
    do {
      url = try ModuleURL(text)
    } catch {
      throw LaunchTarget.ParseError.url(text, error)
    }
    let (lines, isResolved) = explanation(of: url, in: registry)
    var output = StandardOutput()
    for line in lines { try output.line(SanitizedText.line(line)) }
    try output.flush()
    return isResolved ? ExitStatus.success : ExitStatus.negative
  }

  private static func explanation(of url: ModuleURL, in registry: ModuleRegistry)
    -> (lines: [String], isResolved: Bool)
  {
    if let module = try? registry.module(at: url), describes(module) {
      return (["\(module.url)"] + parts(of: module), true)
    }
    if let resolution = resolution(of: url, in: registry) {
      return (lines(of: resolution), resolution.resolved != nil)
    }
    // An address without a module is a result too, not only an error.
    do {
      _ = try registry.module(at: url)
      return (
        [
          "\(url.withoutOptions)",
          localized("  path component only; nothing registered"),
        ],
        false
      )
    } catch {
      return (["\(error)"], false)
    }
  }

  /// Returns `true` if a module has registered a page, a section or a view model.
  private static func describes(_ module: Module) -> Bool {
    module.registrations.contains { [.page, .section, .viewModel].contains($0.slot) }
  }

  /// Resolves a URL whose last two segments name a section of a list and an element in it.
  ///
  /// - Returns: The resolution, or `nil` if the URL does not have this form or the list is not
  ///   found.
  private static func resolution(of url: ModuleURL, in registry: ModuleRegistry) -> Resolution? {
    guard url.path.count >= 2, let section = url.path.dropLast().last, let element = url.path.last,
      let list = try? registry.module(
        at: ModuleURL(domain: url.domain, path: Array(url.path.dropLast(2))))
    else { return nil }
    guard section.kind.isEmpty else { return nil }
    return Resolution.resolve(
      ElementKind(element.kind), named: element.name, section: section.name, in: list)
  }

  private static func lines(of resolution: Resolution) -> [String] {
    var lines = [resolution.requested]
    let width = resolution.candidates.map(\.url.count).max() ?? 0
    for candidate in resolution.candidates {
      lines.append("  tried     \(padded(candidate.url, to: width))  \(candidate.outcome)")
    }
    guard let resolved = resolution.resolved else {
      let reason = resolution.placeholderReason(for: TerminalPresentation.self)
      return lines + ["  resolved  " + localized("to a placeholder: \(reason)")]
    }
    return lines + ["  resolved  \(resolved.url)"] + parts(of: resolved)
  }

  /// Returns one line for each registration of a module, with its origin.
  private static func parts(of module: Module) -> [String] {
    module.registrations.map { "  \(padded($0.slot.rawValue, to: 9)) \($0.type)  (\($0.origin))" }
  }
}
