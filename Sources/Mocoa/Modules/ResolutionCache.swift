/// Resolutions that a list was asked for, until something is registered.
///
/// A class, because providers and those who observe activity may ask the list again while it asks
/// them.
@MainActor
final class ResolutionCache {
  private struct Key: Hashable {
    let kind: ElementKind
    let name: String
    let section: String
  }

  /// How many names are remembered that nobody has registered.
  ///
  /// They come from data, and may be as many as there are records; those that are registered are as
  /// many as there are modules.
  private static let guessLimit = 1024

  private var known: [Key: Resolution] = [:]
  private var guessCount = 0
  private var revision = -1

  /// How many were found rather than remembered.
  private(set) var findings = 0

  /// Which module shows an element of a list.
  ///
  /// - Complexity: the same for any number of modules; what is remembered costs no allocation.
  func resolve(
    _ kind: ElementKind, named name: String, section: String, in list: Module
  ) -> Resolution {
    if revision != list.ledger.revision { forget(list.ledger.revision) }
    let key = Key(kind: kind, name: name, section: section)
    if let resolution = known[key] { return resolution }
    findings += 1
    let resolution = Resolution.resolve(kind, named: name, section: section, in: list)
    // A provider that was asked may have registered others than this one.
    if revision != list.ledger.revision { forget(list.ledger.revision) }
    if resolution.isGuess, known[key] == nil {
      if guessCount == Self.guessLimit {
        known = known.filter { !$0.value.isGuess }
        guessCount = 0
      }
      guessCount += 1
    }
    known[key] = resolution
    // Told last: who is told may ask for the same, or register another.
    list.ledger.tell(resolution)
    return resolution
  }

  private func forget(_ now: Int) {
    known.removeAll(keepingCapacity: true)
    guessCount = 0
    revision = now
  }
}

extension Resolution {
  /// Whether it led to another module than the one that was named, or to none.
  fileprivate var isGuess: Bool {
    tried.first?.outcome != .chosen
  }
}
