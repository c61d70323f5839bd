/// A message that a view model sends to its ancestors.
///
/// For every receiver, `source` is the view model that sent the emission, and `target` is the
/// receiver's child that forwarded it.
@MainActor
public struct Emission {
  /// The name of an emission.
  public struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text of the name; empty for the default name.
    public let text: String

    /// Creates a name.
    public init(_ text: String) {
      self.text = text
    }

    /// Creates a name from a string literal.
    public init(stringLiteral value: String) {
      text = value
    }

    /// The name of an emission that is identified only by its source.
    public static let `default` = Name("")

    /// The name of an emission that requests to measure and draw the view model again.
    ///
    /// The view model and its model remain. Lists consume the emission.
    public static let redraw = Name("redraw")
  }

  /// The name of the emission.
  public let name: Name

  /// The value of the emission, or `nil` if it has none.
  public let value: Any?

  /// The view model that sent the emission.
  public let source: ViewModel

  /// The child of the receiver that forwarded the emission.
  public let target: ViewModel

  /// The record of the receivers, or `nil` if no code observes the activity.
  var trace: EmissionTrace? = nil
}

extension ViewModel {
  /// Sends an emission to the parent, which may forward it to its ancestors.
  ///
  /// The emission is dropped if this view model is not ready. An ancestor that is not ready does
  /// not receive it. During a batch of updates of the containing list, the emission is deferred
  /// until the batch ends.
  public final func emit(_ name: Emission.Name = .default, value: Any? = nil) {
    guard isReady, let parent else { return logDropped(name, value: value) }
    let emission = Emission(name: name, value: value, source: self, target: self)
    if let list = deferringList {
      list.batches.deferredEmissions.append(DeferredEmission(emission: emission, receiver: parent))
    } else {
      deliver(emission, to: parent)
    }
  }

  /// Forwards an emission to the parent, with this view model as its target.
  final func forward(_ emission: Emission) {
    guard isReady else {
      emission.trace?.finish(.dropped)
      return
    }
    guard let parent else {
      emission.trace?.finish(.ignored)
      return
    }
    emission.trace?.addReceiver(parent)
    guard parent.isReady else {
      emission.trace?.finish(.dropped)
      return
    }
    parent.didReceive(
      Emission(
        name: emission.name, value: emission.value, source: emission.source, target: self,
        trace: emission.trace))
  }
}
