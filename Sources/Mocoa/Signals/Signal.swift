/// Something that a view model tells those who show it, with a value of one type.
///
/// Declare those of your own beside their view model:
///
/// ```swift
/// extension Signal<Bool> { static var isPlaying: Signal { Signal("isPlaying") } }
///
/// player.send(.isPlaying, true)
/// token = player.observe(.isPlaying, initial: \.isPlaying) { isOn in … }
/// ```
///
/// Two signals are the same when name and type of value are. A signal keeps nothing: the value it
/// was last sent with is gone, and who comes later asks the view model for its state.
public struct Signal<Value>: Hashable, Sendable {
  /// The name, unique among the signals of one view model with values of this type.
  public let name: String

  /// A signal from its name.
  public init(_ name: String) {
    self.name = name
  }
}

extension Signal<Void> {
  /// Something changed that needs no name: read the view model once more.
  public static var changed: Signal { Signal("") }
}

extension Signal<String> {
  /// What it is called.
  public static var name: Signal { Signal("name") }

  /// Its title.
  public static var title: Signal { Signal("title") }

  /// What stands below the title.
  public static var subtitle: Signal { Signal("subtitle") }

  /// Its text.
  public static var text: Signal { Signal("text") }

  /// What else there is to say.
  public static var detailText: Signal { Signal("detailText") }

  /// What it is doing, in a few words.
  public static var status: Signal { Signal("status") }
}

extension Signal<Bool> {
  /// Whether it moves.
  public static var isAnimating: Signal { Signal("isAnimating") }

  /// Whether what is shown is being brought up to date.
  public static var isRefreshing: Signal { Signal("isRefreshing") }

  /// Whether somebody was asked for data, and has not answered yet.
  public static var isRequesting: Signal { Signal("isRequesting") }

  /// Whether more is being loaded.
  public static var isLoading: Signal { Signal("isLoading") }

  /// Whether it is checked.
  public static var isChecked: Signal { Signal("isChecked") }

  /// Whether it can be used.
  public static var isEnabled: Signal { Signal("isEnabled") }
}
