public import MocoaModel

/// Something that happened to modules, lists and view models, as data: what one looks at to find out
/// why a screen is as it is.
///
/// It holds no view model, so that keeping events keeps nothing else. When it happened is not said:
/// whoever observes it has a clock.
public enum ActivityEvent: Hashable, Sendable {
  /// A module was registered, replaced or taken back.
  case module(ModuleActivity)

  /// A list took its way through a batch of updates.
  case batch(BatchActivity)

  /// A view model told those above it something.
  case emission(EmissionActivity)

  /// Something was asked for that is not there.
  case miss(MissActivity)

  /// A module has something to say of itself.
  case note(NoteActivity)

  /// What it is about, in one word.
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

/// What happened to a module.
public enum ModuleActivity: Hashable, Sendable {
  /// A slot was filled for the first time.
  case registered(ModuleURL, Module.Registration)

  /// A slot was filled again; both registrations have their origins.
  case replaced(Module.Replacement)

  /// What counted in a slot was taken back.
  case unregistered(ModuleURL, Module.Registration)

  /// Something was to be registered at what is no address, for the reason given in one line.
  case refused(String)
}

/// A step of a list on the way from what was asked for to what is shown.
public struct BatchActivity: Hashable, Sendable {
  /// What the list does.
  public enum Step: Hashable, Sendable {
    /// The outermost batch has begun.
    case began

    /// The body of the outermost batch has returned.
    case ended

    /// The body has thrown: what it had asked for is forgotten.
    case takenBack

    /// The difference is being found on a thread, with so many items to compare.
    case computing(items: Int)

    /// A difference that was being found is not needed any more: something newer was asked for.
    case superseded

    /// What was asked for is shown.
    case shown(Counts, by: Way)
  }

  /// How the difference was found.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// At once, before the call returned.
    case atOnce = "at once"

    /// On a thread.
    case thread = "on a thread"

    /// By the source, which said itself what had changed.
    case source = "by the source"

    /// Not at all: every view model is made anew.
    case reload = "as a reload"
  }

  /// How much changed.
  public struct Counts: Hashable, Sendable {
    /// The changes of one sort of element.
    public struct Group: Hashable, Sendable {
      /// Those that are gone, new, elsewhere, and of other content.
      public var deletions = 0, insertions = 0, moves = 0, updates = 0
    }

    /// Changes of sections; their items are not counted with them.
    public var sections = Group()

    /// Changes of items.
    public var items = Group()
  }

  /// The page that the list is in; nil where it is in none.
  public let page: ModuleURL?

  /// The module of the list.
  public let list: ModuleURL

  /// What it does.
  public let step: Step
}

/// An emission, and what became of it; it is told when it has come to its end.
public struct EmissionActivity: Hashable, Sendable {
  /// A view model that took part.
  public struct Party: Hashable, Sendable {
    /// Its class.
    public let type: String

    /// The item that it shows, when it took part; nil for what is no item of a list.
    public let path: ItemPath?
  }

  /// What became of an emission.
  public enum Outcome: Hashable, Sendable {
    /// The last receiver has not passed it on.
    case consumed

    /// All have passed it on, and nobody is above them.
    case ignored

    /// The last to have it, or the source itself, was not ready, and so told nobody.
    case dropped
  }

  /// What it is about.
  public let name: Emission.Name

  /// The class of the value that goes with it; nil for none.
  public let value: String?

  /// Who emitted it.
  public let source: Party

  /// Those who received it, each through the one before.
  public let receivers: [Party]

  /// What became of it.
  public let outcome: Outcome
}

/// Something that was asked for and is not there.
public struct MissActivity: Hashable, Sendable {
  /// What was asked for.
  public let requested: String

  /// Why it could not be had, in one line.
  public let reason: String

  /// The addresses that were tried, in order; none where there was one only.
  public let tried: [Resolution.Candidate]
}

/// Something that a module says of what it does: that a save has failed, or was made up for.
public struct NoteActivity: Hashable, Sendable {
  /// The module that it is about.
  public let url: ModuleURL

  /// What there is to say, in one line.
  public let text: String

  /// Whether something is not as it should be.
  public let isTrouble: Bool

  init(_ text: String, of url: ModuleURL, isTrouble: Bool) {
    (self.url, self.text, self.isTrouble) = (url, text, isTrouble)
  }
}
