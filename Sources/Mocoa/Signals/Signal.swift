internal import MocoaModel

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

/// The observers of the signals of one view model.
@MainActor
final class SignalHub {
  private struct Key: Hashable {
    let name: String
    let type: ObjectIdentifier

    init<Value>(_ signal: Signal<Value>) {
      name = signal.name
      type = ObjectIdentifier(Value.self)
    }
  }

  private var channels: [Key: any SignalChannel] = [:]

  /// The signals that were sent during a notification and are not delivered yet.
  private var waiting: [@MainActor () -> Void] = []
  private var isNotifying = false

  /// Returns the observers of a signal.
  ///
  /// The collection is empty before the first observer is added.
  func observers<Value>(of signal: Signal<Value>) -> Observers<Value> {
    if let existing = channels[Key(signal)] as? Observers<Value> { return existing }
    let observers = Observers<Value>()
    channels[Key(signal)] = observers
    return observers
  }

  /// Notifies the observers of a signal, one after the other.
  ///
  /// Signals that are sent during the notification are delivered after it, so all observers receive
  /// the same signals in the same order.
  func send<Value>(_ signal: Signal<Value>, _ value: Value) {
    guard let observers = channels[Key(signal)] as? Observers<Value> else { return }
    let newest = observers.lastKey
    guard !isNotifying else {
      waiting.append { observers.send(value, upTo: newest) }
      return
    }
    isNotifying = true
    observers.send(value, upTo: newest)
    while !waiting.isEmpty {
      let notifications = waiting
      waiting = []
      for notify in notifications { notify() }
    }
    isNotifying = false
  }

  /// Removes an observer from one signal or from all signals.
  func remove(_ owner: AnyObject) {
    for channel in channels.values { channel.remove(owner) }
  }

  func remove<Value>(_ owner: AnyObject, from signal: Signal<Value>) {
    channels[Key(signal)]?.remove(owner)
  }
}

/// The observers of a signal with any value type.
@MainActor
private protocol SignalChannel: AnyObject {
  func remove(_ owner: AnyObject)
}

extension Observers: SignalChannel {}
