/// A message of a view model to its views, with a value of one type.
///
/// Declare your own signals next to their view model:
///
/// ```swift
/// extension Signal<Bool> { static var isPlaying: Signal { Signal("isPlaying") } }
///
/// player.send(.isPlaying, true)
/// token = player.observe(.isPlaying, initial: \.isPlaying) { isOn in … }
/// ```
///
/// Two signals are equal if their names and value types are equal. A signal stores no value. An
/// observer that is added later reads the state from the view model.
public struct Signal<Value>: Hashable, Sendable {
  /// The name, unique among the signals of a view model with this value type.
  public let name: String

  /// Creates a signal.
  public init(_ name: String) {
    self.name = name
  }
}

extension Signal<Void> {
  /// A change that is not described further.
  ///
  /// Observers read all values of the view model again.
  public static var changed: Signal { Signal("") }
}

extension Signal<String> {
  /// A change of the name.
  public static var name: Signal { Signal("name") }

  /// A change of the title.
  public static var title: Signal { Signal("title") }

  /// A change of the text below the title.
  public static var subtitle: Signal { Signal("subtitle") }

  /// A change of the text.
  public static var text: Signal { Signal("text") }

  /// A change of the additional text.
  public static var detailText: Signal { Signal("detailText") }

  /// A change of the short status text.
  public static var status: Signal { Signal("status") }
}

extension Signal<Bool> {
  /// A change of the animation state; `true` while an animation runs.
  public static var isAnimating: Signal { Signal("isAnimating") }

  /// A change of the refresh state; `true` while the displayed content is being updated.
  public static var isRefreshing: Signal { Signal("isRefreshing") }

  /// A change of the request state; `true` while a request for data is pending.
  public static var isRequesting: Signal { Signal("isRequesting") }

  /// A change of the loading state; `true` while more content is being loaded.
  public static var isLoading: Signal { Signal("isLoading") }

  /// A change of the checked state; `true` if the element is checked.
  public static var isChecked: Signal { Signal("isChecked") }

  /// A change of the enabled state; `true` if the element can be used.
  public static var isEnabled: Signal { Signal("isEnabled") }
}
