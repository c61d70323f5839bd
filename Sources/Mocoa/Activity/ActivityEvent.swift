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

  init(_ text: String, of url: ModuleURL, isTrouble: Bool) {
    (self.url, self.text, self.isWarning) = (url, text, isTrouble)
  }
}
