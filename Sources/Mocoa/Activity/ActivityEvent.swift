internal import MocoaLocalization
public import MocoaModel

/// An entry of the activity log: an event in a module, a list or a view model.
///
/// The log explains why a screen has its current content. An event holds no view model, so storing
/// events retains no other objects. An event has no time. An observer that needs the time reads its
/// own clock.
public enum ActivityEvent: Hashable, Sendable {
  /// A registration, replacement or unregistration in a module.
  case module(ModuleActivity)

  /// A step of a list in a batch of updates.
  case batch(BatchActivity)

  /// An emission from a view model to its ancestors.
  case emission(EmissionActivity)

  /// A failed lookup.
  case miss(MissActivity)

  /// A message that a module logs about its own state.
  case note(NoteActivity)

  /// The kind of the event in one word.
  public var kind: String {
    switch self {
    case .module: "module"
    case .batch: "batch"
    case .emission: "emission"
    case .miss: "miss"
    case .note: "note"
    }
  }
}

/// A change of the registrations of a module.
public enum ModuleActivity: Hashable, Sendable {
  /// The first registration in a slot.
  case registered(ModuleURL, Module.Registration)

  /// A registration in a slot that was not empty.
  ///
  /// Both registrations have their origins.
  case replaced(Module.Replacement)

  /// The removal of the registration that was in effect in a slot.
  case unregistered(ModuleURL, Module.Registration)

  /// A registration that was rejected because its address is invalid.
  ///
  /// The value is the reason in one line.
  case rejected(String)
}

/// A step of a list between a requested change and its display.
public struct BatchActivity: Hashable, Sendable {
  /// A step of a batch of updates.
  public enum Step: Hashable, Sendable {
    /// The start of the outermost batch.
    case began

    /// The return of the body of the outermost batch.
    case ended

    /// An error thrown by the body.
    ///
    /// The list discards the changes that the body requested.
    case rolledBack

    /// The start of a comparison on a background thread, with the number of items to compare.
    case computing(items: Int)

    /// The cancellation of a comparison because a newer change was requested.
    case superseded

    /// The display of the requested content.
    case applied(Counts, by: Strategy)
  }

  /// The way in which the list determined a change set.
  public enum Strategy: String, Hashable, Sendable, CaseIterable {
    /// A comparison on the main actor, before the call returned.
    case synchronous = "synchronously"

    /// A comparison on a background thread.
    case background = "in background"

    /// A change set that the source sent with its update.
    case source = "by source"

    /// No comparison: the list creates all view models again.
    case reload = "by reload"
  }

  /// The number of changes in a change set.
  public struct Counts: Hashable, Sendable {
    /// The number of changes of one kind of element.
    public struct Group: Hashable, Sendable {
      /// The numbers of deleted, inserted, moved and updated elements.
      public var deletions = 0, insertions = 0, moves = 0, updates = 0
    }

    /// The changes of sections.
    ///
    /// The items of a changed section are not included.
    public var sections = Group()

    /// The changes of items.
    public var items = Group()
  }

  /// The page that contains the list, or `nil` if no page contains it.
  public let page: ModuleURL?

  /// The module of the list.
  public let list: ModuleURL

  /// The step of the list.
  public let step: Step
}

/// An emission and its outcome.
///
/// It is logged after its delivery ends.
public struct EmissionActivity: Hashable, Sendable {
  /// A view model that sent or received the emission.
  public struct Participant: Hashable, Sendable {
    /// The name of its class.
    public let type: String

    /// The path of its item when it took part, or `nil` if it does not show an item of a list.
    public let path: ItemPath?
  }

  /// The outcome of an emission.
  public enum Outcome: Hashable, Sendable {
    /// The last receiver did not forward it.
    case consumed

    /// All receivers forwarded it, and the last receiver has no parent.
    case ignored

    /// The last receiver, or the source itself, was not ready, so the emission was not delivered
    /// further.
    case dropped
  }

  /// The name of the emission.
  public let name: Emission.Name

  /// The class of the value of the emission, or `nil` if it has no value.
  public let value: String?

  /// The view model that sent the emission.
  public let source: Participant

  /// The view models that received the emission.
  ///
  /// Each one after the first received it from the one before.
  public let receivers: [Participant]

  /// The outcome of the emission.
  public let outcome: Outcome
}

/// A failed lookup.
public struct MissActivity: Hashable, Sendable {
  /// The address that was requested.
  public let requested: String

  /// The reason why the lookup failed, in one line.
  public let reason: String

  /// The addresses that were tried, in order; empty if only one address was possible.
  public let tried: [Resolution.Candidate]
}

/// A message that a module logs about its own work, such as a save that failed or that later
/// succeeded.
public struct NoteActivity: Hashable, Sendable {
  /// The module that the message is about.
  public let url: ModuleURL

  /// The message in one line.
  public let text: String

  /// A Boolean value that indicates whether the message is a warning.
  public let isWarning: Bool

  init(_ text: String, of url: ModuleURL, isWarning: Bool) {
    (self.url, self.text, self.isWarning) = (url, text, isWarning)
  }
}

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
  /// A description of the step in one line, after the address of the page or list.
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
    case .applied(let counts, let strategy): "\(counts), \(strategy.phrase)"
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
  /// The counts that are not zero, each after the sign of its type of change.
  public var description: String {
    let signs = [("−", deletions), ("+", insertions), ("↕", moves), ("~", updates)]
    return signs.filter { $0.1 != 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension EmissionActivity: CustomStringConvertible {
  /// The name, the value, the participants and the outcome in one line.
  public var description: String {
    let path = ([source] + receivers).map(\.description).joined(separator: " ▸ ")
    let title = name.text.isEmpty ? "(default)" : name.text
    return "\(title)\(value.map { " \($0)" } ?? ""): \(path), \(outcome)"
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
  fileprivate var phrase: String {
    switch self {
    case .synchronous: localized("synchronously")
    case .background: localized("in background")
    case .source: localized("by source")
    case .reload: localized("by reload")
    }
  }
}
