internal import MocoaModel

/// Those who observe the signals of one view model.
@MainActor
final class SignalBoard {
  private struct Key: Hashable {
    let name: String
    let type: ObjectIdentifier

    init<Value>(_ signal: Signal<Value>) {
      name = signal.name
      type = ObjectIdentifier(Value.self)
    }
  }

  private var channels: [Key: any SignalChannel] = [:]

  /// What was sent while something else was being told.
  private var waiting: [@MainActor () -> Void] = []
  private var isTelling = false

  /// Those who observe one signal; nobody yet where nobody ever did.
  func observers<Value>(of signal: Signal<Value>) -> Observers<Value> {
    if let known = channels[Key(signal)] as? Observers<Value> { return known }
    let observers = Observers<Value>()
    channels[Key(signal)] = observers
    return observers
  }

  /// Tells those who observe a signal now, one after the other.
  ///
  /// What is sent meanwhile is told afterwards, so that everybody is told the same in the same order.
  func send<Value>(_ signal: Signal<Value>, _ value: Value) {
    guard let observers = channels[Key(signal)] as? Observers<Value> else { return }
    let newest = observers.newest
    guard !isTelling else {
      waiting.append { observers.send(value, upTo: newest) }
      return
    }
    isTelling = true
    observers.send(value, upTo: newest)
    while !waiting.isEmpty {
      let tellings = waiting
      waiting = []
      for tell in tellings { tell() }
    }
    isTelling = false
  }

  /// Ends what somebody observes: of one signal, or of all.
  func remove(_ owner: AnyObject) {
    for channel in channels.values { channel.remove(owner) }
  }

  func remove<Value>(_ owner: AnyObject, from signal: Signal<Value>) {
    channels[Key(signal)]?.remove(owner)
  }
}

/// Those who observe a signal of whatever type.
@MainActor
private protocol SignalChannel: AnyObject {
  func remove(_ owner: AnyObject)
}

extension Observers: SignalChannel {}
