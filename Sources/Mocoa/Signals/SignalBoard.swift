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
  private var lastTurn = 0

  /// What was sent while something else was being told.
  private var waiting: [@MainActor () -> Void] = []
  private var isTelling = false

  /// Adds somebody behind all others.
  ///
  /// - Parameter owner: who has to live for it to be told; nil for whoever has the token.
  /// - Returns: ends it.
  func add<Value>(
    _ signal: Signal<Value>, owner: AnyObject?, _ perform: @escaping @MainActor (Value) -> Void
  ) -> @MainActor () -> Void {
    let channel: Channel<Value>
    if let known = channels[Key(signal)] as? Channel<Value> {
      channel = known
    } else {
      channel = Channel()
      channels[Key(signal)] = channel
    }
    lastTurn += 1
    let turn = lastTurn
    channel.observers.append(
      .init(turn: turn, owner: owner, isOwned: owner != nil, perform: perform))
    return { [weak channel] in channel?.remove { $0.turn == turn } }
  }

  /// Tells those who observe a signal now, one after the other.
  ///
  /// What is sent meanwhile is told afterwards, so that everybody is told the same in the same order.
  func send<Value>(_ signal: Signal<Value>, _ value: Value) {
    guard let channel = channels[Key(signal)] as? Channel<Value> else { return }
    let newest = lastTurn
    guard !isTelling else {
      waiting.append { channel.tell(value, upTo: newest) }
      return
    }
    isTelling = true
    channel.tell(value, upTo: newest)
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

@MainActor
private protocol SignalChannel: AnyObject {
  func remove(_ owner: AnyObject)
}

/// Those who observe one signal, in the order in which they asked.
@MainActor
private final class Channel<Value>: SignalChannel {
  struct Observer {
    let turn: Int
    weak var owner: AnyObject?
    let isOwned: Bool
    let perform: @MainActor (Value) -> Void

    var isGone: Bool { isOwned && owner == nil }
  }

  var observers: [Observer] = []

  /// Tells those who observed when it was sent, and still do when their turn comes.
  func tell(_ value: Value, upTo newest: Int) {
    if observers.contains(where: \.isGone) { remove(where: \.isGone) }
    for turn in observers.map(\.turn) where turn <= newest {
      guard let observer = observers.first(where: { $0.turn == turn }), !observer.isGone else {
        continue
      }
      observer.perform(value)
    }
  }

  func remove(_ owner: AnyObject) {
    remove { $0.owner === owner }
  }

  /// Those removed are let go after the others are in order again: they may own tokens of these.
  func remove(where isOut: (Observer) -> Bool) {
    let out = observers.filter(isOut)
    observers.removeAll(where: isOut)
    withExtendedLifetime(out) {}
  }
}
