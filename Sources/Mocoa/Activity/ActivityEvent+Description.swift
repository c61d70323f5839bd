internal import MocoaLanguage
internal import MocoaModel

extension ActivityEvent: CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .module(let activity): activity.description
    case .batch(let activity): activity.description
    case .emission(let activity): activity.description
    case .miss(let activity): activity.description
    case .note(let activity): activity.description
    }
  }
}

extension ModuleActivity: CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .registered(let url, let new): "\(url): \(new.slot) \(new.type) (\(new.origin))"
    case .replaced(let replacement): replacement.description
    case .unregistered(let url, let old):
      phrase("\(url): \(old.slot) \(old.type) (\(old.origin)) was taken back")
    case .refused(let reason): phrase("refused: \(reason)")
    }
  }
}

extension BatchActivity: CustomStringConvertible {
  /// What the list does, in one line.
  public var description: String { "\(page ?? list): \(step)" }
}

extension BatchActivity.Step: CustomStringConvertible {
  /// What the list does, in a few words.
  public var description: String {
    switch self {
    case .began: phrase("a batch began")
    case .ended: phrase("the batch ended")
    case .takenBack: phrase("the batch threw and is taken back")
    case .computing(let items): phrase("the difference of \(items) items is found on a thread")
    case .superseded: phrase("the difference is not needed any more")
    case .shown(let counts, let way): "\(counts), \(way.words)"
    }
  }
}

extension BatchActivity.Counts: CustomStringConvertible {
  /// How much changed, in a few words: `items −1 +3 ↕2 ~5`.
  public var description: String {
    let parts = [(phrase("sections"), sections), (phrase("items"), items)].filter {
      $0.1 != .init()
    }
    return parts.isEmpty
      ? phrase("nothing changed") : parts.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

extension BatchActivity.Counts.Group: CustomStringConvertible {
  /// How much changed, with a sign for each sort of change that there is.
  public var description: String {
    let signs = [("−", deletions), ("+", insertions), ("↕", moves), ("~", updates)]
    return signs.filter { $0.1 != 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension EmissionActivity: CustomStringConvertible {
  /// The emission with the way that it took, in one line.
  public var description: String {
    let way = ([source] + receivers).map(\.description).joined(separator: " ▸ ")
    let title = name.text.isEmpty ? "(default)" : name.text
    return "\(title)\(value.map { " \($0)" } ?? ""): \(way), \(outcome)"
  }
}

extension EmissionActivity.Party: CustomStringConvertible {
  /// The class, and the item: `AlbumCellViewModel 0.3`.
  public var description: String {
    path.map { "\(type) \($0.section).\($0.item)" } ?? type
  }
}

extension EmissionActivity.Outcome: CustomStringConvertible {
  /// What became of it, in a few words.
  public var description: String {
    switch self {
    case .consumed: phrase("consumed")
    case .ignored: phrase("nobody consumed it")
    case .dropped: phrase("dropped: not ready")
    }
  }
}

extension MissActivity: CustomStringConvertible {
  /// What is missing and what was tried, in one line.
  public var description: String {
    let others = tried.dropFirst().map { "\($0.url) \($0.outcome)" }
    return (["\(requested): \(reason)"] + others).joined(separator: "; ")
  }
}

extension NoteActivity: CustomStringConvertible {
  /// Who says it, and what, in one line.
  public var description: String { "\(url): \(text)" }
}

extension BatchActivity.Way {
  fileprivate var words: String {
    switch self {
    case .atOnce: phrase("at once")
    case .thread: phrase("on a thread")
    case .source: phrase("by the source")
    case .reload: phrase("as a reload")
    }
  }
}
