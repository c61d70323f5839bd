internal import MocoaLocalization
public import MocoaModel

/// An entry of the activity log: an event in a module, a list or a view model.
///
/// The log explains why a screen has its current content. An event does not refer to view models,
/// so that storing events retains no other objects. An event has no time. An observer that needs
/// the time reads its own clock.
public enum ActivityEvent: Hashable, Sendable {
  /// The registration, replacement or unregistration of a part of a module.
  case module(ModuleActivity)

  /// A step of a list in a batch of updates.
  case batch(BatchActivity)

  /// An emission from a view model to its ancestors, with its outcome.
  case emission(EmissionActivity)

  /// A lookup of a module that failed.
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
  /// The first registration in a slot of the module at a URL.
  case registered(ModuleURL, Module.Registration)

  /// A registration that replaced an earlier registration in the same slot.
  case replaced(Module.Replacement)

  /// The removal of a registration that was in effect in its slot.
  case unregistered(ModuleURL, Module.Registration)

  /// A registration that was rejected because its address is invalid.
  ///
  /// The associated value is the reason in one line.
  case rejected(String)
}

/// A step in the processing of a change of a list, from its request to its display.
public struct BatchActivity: Hashable, Sendable {
  /// A step of a batch of updates.
  public enum Step: Hashable, Sendable {
    /// The start of the outermost batch.
    case began

    /// The return of the closure of the outermost batch.
    case ended

    /// An error that the closure of a batch threw.
    ///
    /// The list discards the changes that the closure requested.
    case rolledBack

    /// The start of a comparison on a background thread.
    ///
    /// The associated value is the number of items to compare.
    case computing(items: Int)

    /// The cancellation of a comparison because a newer change was requested.
    case superseded

    /// The display of the requested content.
    case applied(Counts, by: Strategy)
  }

  /// The source of the change set that a list applies.
  public enum Strategy: String, Hashable, Sendable, CaseIterable {
    /// A comparison on the main actor, before the method that requested the change returned.
    case synchronous = "synchronously"

    /// A comparison on a background thread.
    case background = "in background"

    /// A change set that the list source sent with its update.
    case source = "by source"

    /// No comparison: the list creates all view models again.
    case reload = "by reload"
  }

  /// The numbers of changes in a change set.
  public struct Counts: Hashable, Sendable {
    /// The numbers of changes of sections or of items.
    public struct Group: Hashable, Sendable {
      /// The numbers of deleted, inserted, moved and updated elements.
      public var deletions = 0, insertions = 0, moves = 0, updates = 0
    }

    /// The numbers of changed sections.
    ///
    /// Changes of the items in a section do not count.
    public var sections = Group()

    /// The numbers of changed items.
    public var items = Group()
  }

  /// The page that contains the list, or `nil` if no page contains it.
  public let page: ModuleURL?

  /// The module of the list.
  public let list: ModuleURL

  /// The step of the list.
  public let step: Step
}

/// An emission of a view model, and its outcome.
///
/// The emission is logged after its delivery ends.
public struct EmissionActivity: Hashable, Sendable {
  /// A view model that sent or received the emission.
  public struct Participant: Hashable, Sendable {
    /// The class name of the view model.
    public let type: String

    /// The path of the item that the view model showed when it sent or received the emission.
    ///
    /// It is `nil` if the view model does not show an item of a list.
    public let path: ItemPath?
  }

  /// The outcome of an emission.
  public enum Outcome: Hashable, Sendable {
    /// The last receiver handled the emission and did not forward it.
    case consumed

    /// All receivers forwarded the emission, and the last receiver has no parent.
    case ignored

    /// The last receiver or the source was not ready, so the delivery ended.
    case dropped
  }

  /// The name of the emission.
  public let name: Emission.Name

  /// The class of the value of the emission, or `nil` if it has no value.
  public let value: String?

  /// The view model that sent the emission.
  public let source: Participant

  /// The view models that received the emission, in the order of delivery.
  public let receivers: [Participant]

  /// The outcome of the emission.
  public let outcome: Outcome
}

/// A failed lookup of the module for a page or an element.
public struct MissActivity: Hashable, Sendable {
  /// The address that was requested.
  public let requested: String

  /// The reason why the lookup failed, in one line.
  public let reason: String

  /// The addresses that were searched for the module, in order.
  ///
  /// The array is empty if the module can only be at the requested address.
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
    case .superseded: localized("diff canceled: a newer change replaced it")
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
  /// The numbers that are not zero, each after the symbol of its change, such as `−1 +3`.
  public var description: String {
    let signs = [("−", deletions), ("+", insertions), ("↕", moves), ("~", updates)]
    return signs.filter { $0.1 != 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension EmissionActivity: CustomStringConvertible {
  /// The name of the emission, its value, its participants and its outcome in one line.
  public var description: String {
    let path = ([source] + receivers).map(\.description).joined(separator: " ▸ ")
    let title = name.text.isEmpty ? "(default)" : name.text
    return "\(title)\(value.map { " \($0)" } ?? ""): \(path), \(outcome)"
  }
}

extension EmissionActivity.Participant: CustomStringConvertible {
  /// The class name of the view model and the path of its item, such as `AlbumCellViewModel 0.3`.
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
    case .dropped: localized("dropped: the receiver is not ready")
    }
  }
}

extension MissActivity: CustomStringConvertible {
  /// The requested address, the reason and the other searched addresses in one line.
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
