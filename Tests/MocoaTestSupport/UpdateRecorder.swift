public import MocoaModel
public import Testing

/// Records the updates of a list as text.
///
/// Fails the test if an update does not start from the previous snapshot. The recorder retains the
/// list.
@MainActor
public final class UpdateRecorder {
  private let list: any ListSource
  /// All updates.
  public private(set) var updates: [ListUpdate] = []
  private var said: [String] = []
  private var contexts: [Int?] = []
  private var shown: ListSnapshot
  private var token: ObservationToken?

  /// Observes a list.
  public init(
    _ list: some ListSource, completion: @escaping @MainActor () -> Void = {},
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    (self.list, shown) = (list, list.snapshot)
    token = list.observe { [weak self] update in
      self?.hear(update, sourceLocation)
      completion()
    }
  }

  /// The updates since the previous read, as text.
  ///
  /// Reading clears them.
  public var news: [String] {
    defer { said = [] }
    return said
  }

  /// The contexts of the updates since the previous read.
  ///
  /// Reading clears them.
  public var newContexts: [Int?] {
    defer { contexts = [] }
    return contexts
  }

  /// Ends the observation.
  public func stop() { token?.cancel() }

  private func hear(_ update: ListUpdate, _ sourceLocation: SourceLocation) {
    let changes = update.changes
    #expect(update.before.isSame(as: shown), sourceLocation: sourceLocation)
    #expect(changes.invariantViolation() == nil, sourceLocation: sourceLocation)
    let made = try? changes.applying(to: update.before, elementsFrom: update.after)
    #expect(made.map { $0.isSame(as: update.after) } == true, sourceLocation: sourceLocation)
    shown = update.after
    updates.append(update)
    var words: [String] = []
    for run in changes.deletions { words += run.range.map { "delete \($0)" } }
    for run in changes.insertions { words += run.range.map { "insert \($0)" } }
    words += changes.moves.map { "move \($0.from.item) to \($0.to.item)" }
    words += changes.updates.map { "update \($0.to.item)" }
    said.append(words.joined(separator: ", "))
    contexts.append(update.context as? Int)
  }
}

extension ListSnapshot {
  /// Returns a Boolean value that indicates whether two lists have equal items.
  public func isSame(as other: ListSnapshot) -> Bool {
    itemCounts == other.itemCounts
      && sections.indices.allSatisfy { section in
        (0..<sections[section].items.count).allSatisfy { item in
          let path = ItemPath(section: section, item: item)
          return id(at: path) == other.id(at: path) && isContentEqual(at: path, in: other, at: path)
        }
      }
  }
}
