/// Something that a view model tells those above it.
///
/// At every receiver `source` is who emitted it and `target` the receiver's own child it came
/// through.
@MainActor
public struct Emission {
  /// What an emission is about.
  public struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text of the name; empty for the default.
    public let text: String

    /// A name from its text.
    public init(_ text: String) {
      self.text = text
    }

    /// A name written as a literal.
    public init(stringLiteral value: String) {
      text = value
    }

    /// An emission that needs no name.
    public static let `default` = Name("")

    /// "Measure and draw me again", with the same view model and the same model; lists consume it.
    public static let redraw = Name("redraw")
  }

  /// What it is about.
  public let name: Name

  /// What goes with it.
  public let value: Any?

  /// Who emitted it.
  public let source: ViewModel

  /// The receiver's child it came through.
  public let target: ViewModel

  /// Where its way is written down; nil where nobody wants to know.
  var trace: EmissionTrace? = nil
}

extension ViewModel {
  /// Tells the parent, and through it those above; dropped while this view model is not ready, and at
  /// the first of those above that is not.
  ///
  /// In a batch of updates of a list that this belongs to, it is told after the batch.
  public final func emit(_ name: Emission.Name = .default, value: Any? = nil) {
    guard isReady, let parent else { return tellDropped(name, value: value) }
    let emission = Emission(name: name, value: value, source: self, target: self)
    if let list = holdingList {
      list.batches.held.append(HeldEmission(emission: emission, receiver: parent))
    } else {
      deliver(emission, to: parent)
    }
  }

  /// Passes an emission on to the parent, as coming through this view model.
  final func forward(_ emission: Emission) {
    guard isReady else {
      emission.trace?.ends(.dropped)
      return
    }
    guard let parent else {
      emission.trace?.ends(.ignored)
      return
    }
    emission.trace?.reaches(parent)
    guard parent.isReady else {
      emission.trace?.ends(.dropped)
      return
    }
    parent.didReceive(
      Emission(
        name: emission.name, value: emission.value, source: emission.source, target: self,
        trace: emission.trace))
  }
}
