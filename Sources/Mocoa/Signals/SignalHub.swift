internal import MocoaModel

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
    if let known = channels[Key(signal)] as? Observers<Value> { return known }
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
      let tellings = waiting
      waiting = []
      for tell in tellings { tell() }
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
