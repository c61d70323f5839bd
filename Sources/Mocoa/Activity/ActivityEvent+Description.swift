internal import MocoaLocalization
internal import MocoaModel

extension ActivityEvent: CustomStringConvertible {
  /// A description of the event in one line.
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
  /// A description of the event in one line.
  public var description: String {
    switch self {
    case .registered(let url, let new): "\(url): \(new.slot) \(new.type) (\(new.origin))"
    case .replaced(let replacement): replacement.description
    case .unregistered(let url, let old):
      localized("\(url): \(old.slot) \(old.type) (\(old.origin)) was unregistered")
    case .rejected(let reason): localized("rejected: \(reason)")
    }
  }
}

extension BatchActivity: CustomStringConvertible {
  /// The address of the page or the list, and a description of the step, in one line.
  public var description: String { "\(page ?? list): \(step)" }
}

extension BatchActivity.Step: CustomStringConvertible {
  /// A short description of the step.
  public var description: String {
    switch self {
    case .began: localized("batch started")
    case .ended: localized("batch finished")
    case .rolledBack: localized("batch failed and was rolled back")
    case .computing(let items): localized("diffing \(items) items in background")
    case .superseded: localized("diff superseded")
    case .applied(let counts, let way): "\(counts), \(way.words)"
    }
  }
}

extension BatchActivity.Counts: CustomStringConvertible {
  /// A short description of the counts, such as `items −1 +3 ↕2 ~5`.
  public var description: String {
    let parts = [(localized("sections"), sections), (localized("items"), items)].filter {
      $0.1 != .init()
    }
    return parts.isEmpty
      ? localized("nothing changed") : parts.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

extension BatchActivity.Counts.Group: CustomStringConvertible {
  /// The numbers that are not zero, each after the sign of its kind of change.
  public var description: String {
    let signs = [("−", deletions), ("+", insertions), ("↕", moves), ("~", updates)]
    return signs.filter { $0.1 != 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension EmissionActivity: CustomStringConvertible {
  /// The name, the value, the participants and the outcome in one line.
  public var description: String {
    let way = ([source] + receivers).map(\.description).joined(separator: " ▸ ")
    let title = name.text.isEmpty ? "(default)" : name.text
    return "\(title)\(value.map { " \($0)" } ?? ""): \(way), \(outcome)"
  }
}

extension EmissionActivity.Participant: CustomStringConvertible {
  /// The class and the path of the item, such as `AlbumCellViewModel 0.3`.
  public var description: String {
    path.map { "\(type) \($0.section).\($0.item)" } ?? type
  }
}

extension EmissionActivity.Outcome: CustomStringConvertible {
  /// A short description of the outcome.
  public var description: String {
    switch self {
    case .consumed: localized("consumed")
    case .ignored: localized("not consumed")
    case .dropped: localized("dropped: not ready")
    }
  }
}

extension MissActivity: CustomStringConvertible {
  /// The requested address, the reason and the other candidates in one line.
  public var description: String {
    let others = tried.dropFirst().map { "\($0.url) \($0.outcome)" }
    return (["\(requested): \(reason)"] + others).joined(separator: "; ")
  }
}

extension NoteActivity: CustomStringConvertible {
  /// The address of the module and the text in one line.
  public var description: String { "\(url): \(text)" }
}

extension BatchActivity.Strategy {
  fileprivate var words: String {
    switch self {
    case .synchronous: localized("synchronously")
    case .background: localized("in background")
    case .source: localized("by source")
    case .reload: localized("by reload")
    }
  }
}
