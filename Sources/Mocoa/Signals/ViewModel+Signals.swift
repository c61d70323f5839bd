public import MocoaModel

/// What view models have in common as senders of signals, each known by its own class.
///
/// Only there so that `initial: \.title` means the property of the very class that is observed.
@MainActor
public protocol SignalSender: AnyObject {}

extension ViewModel: SignalSender {}

extension SignalSender where Self: ViewModel {
  /// Tells of a signal, after those who observe it already, until the token is cancelled or let go.
  ///
  /// Adding somebody twice has them told twice. Nobody is told that was cancelled meanwhile, and who
  /// begins to observe while a signal is told is told of the next one.
  public func observe<Value>(
    _ signal: Signal<Value>, _ perform: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    board.observers(of: signal).add(perform)
  }

  /// Tells of a signal, and at once of the state as it is now, ready or not.
  ///
  /// - Parameter initial: reads the state: `\.title`, or a closure. Others who observe the signal are
  ///   not told of it.
  public func observe<Value>(
    _ signal: Signal<Value>, initial: (Self) -> Value,
    _ perform: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let token = observe(signal, perform)
    perform(initial(self))
    return token
  }

  /// Tells an observer of a signal as long as it lives; there is no token to be kept.
  ///
  /// The observer is handed to the closure, which need not capture it.
  public func observe<Observer: AnyObject, Value>(
    _ signal: Signal<Value>, by observer: Observer,
    _ perform: @escaping @MainActor (Observer, Value) -> Void
  ) {
    board.observers(of: signal).add(owner: observer) { [weak observer] value in
      if let observer { perform(observer, value) }
    }
  }

  /// Tells an observer of a signal as long as it lives, and at once of the state as it is now.
  public func observe<Observer: AnyObject, Value>(
    _ signal: Signal<Value>, initial: (Self) -> Value, by observer: Observer,
    _ perform: @escaping @MainActor (Observer, Value) -> Void
  ) {
    observe(signal, by: observer, perform)
    perform(observer, initial(self))
  }
}

extension ViewModel {
  /// Tells an observer of no signal any more; tokens are not concerned.
  public final func removeObserver(_ observer: AnyObject) {
    signalBoard?.remove(observer)
  }

  /// Tells an observer of one signal no more.
  public final func removeObserver<Value>(_ observer: AnyObject, of signal: Signal<Value>) {
    signalBoard?.remove(observer, from: signal)
  }

  /// Tells those who observe a signal, in the order in which they asked; dropped while this view
  /// model is not ready, as emissions are.
  ///
  /// What is sent while a signal of this view model is told is told when that is done: so the last
  /// value that anybody is told is the last that was sent. A batch of updates holds no signals back.
  public final func send<Value>(_ signal: Signal<Value>, _ value: Value) {
    guard isReady else { return }
    signalBoard?.send(signal, value)
  }

  /// Tells of a signal that has no value.
  public final func send(_ signal: Signal<Void>) {
    send(signal, ())
  }

  /// Tells of a signal where its value is another than before: for `didSet`.
  ///
  /// ```swift
  /// var title = "" { didSet { send(.title, title, ifChangedFrom: oldValue) } }
  /// ```
  public final func send<Value: Equatable>(
    _ signal: Signal<Value>, _ value: Value, ifChangedFrom old: Value
  ) {
    if value != old { send(signal, value) }
  }

  /// Those who observe; made for the first of them.
  fileprivate final var board: SignalBoard {
    if let signalBoard { return signalBoard }
    let board = SignalBoard()
    signalBoard = board
    return board
  }
}
