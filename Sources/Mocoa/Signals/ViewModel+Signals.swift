public import MocoaModel

/// A type that sends signals.
///
/// The protocol exists so that `\.title` in `initial: \.title` refers to the class of the observed
/// view model, not to `ViewModel`.
@MainActor
public protocol SignalSender: AnyObject {}

extension ViewModel: SignalSender {}

extension SignalSender where Self: ViewModel {
  /// Observes a signal.
  ///
  /// The new observer is notified after the existing ones.
  ///
  /// A closure that is added twice is called twice. A canceled observer is not called, even if the
  /// cancellation occurs during a notification. An observer that is added during a notification
  /// receives the next signal.
  ///
  /// - Parameter perform: A closure that receives each value, called on the main actor.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public func observe<Value>(
    _ signal: Signal<Value>, _ perform: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    signalHub.observers(of: signal).add(perform)
  }

  /// Observes a signal and immediately calls the closure with the current state, even if the view
  /// model is not ready.
  ///
  /// - Parameters:
  ///   - signal: The signal to observe.
  ///   - initial: A function that reads the current state, such as `\.title`. Its value is sent
  ///     only to the new observer.
  ///   - perform: A closure that receives each value, called on the main actor.
  /// - Returns: A token. The observation ends when the token is canceled or released.
  public func observe<Value>(
    _ signal: Signal<Value>, initial: (Self) -> Value,
    _ perform: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let token = observe(signal, perform)
    perform(initial(self))
    return token
  }

  /// Observes a signal until the observer is deallocated.
  ///
  /// No token is needed.
  ///
  /// The closure receives the observer as an argument, so it need not capture it.
  public func observe<Observer: AnyObject, Value>(
    _ signal: Signal<Value>, by observer: Observer,
    _ perform: @escaping @MainActor (Observer, Value) -> Void
  ) {
    signalHub.observers(of: signal).add(owner: observer) { [weak observer] value in
      if let observer { perform(observer, value) }
    }
  }

  /// Observes a signal until the observer is deallocated, and immediately calls the closure with
  /// the current state.
  public func observe<Observer: AnyObject, Value>(
    _ signal: Signal<Value>, initial: (Self) -> Value, by observer: Observer,
    _ perform: @escaping @MainActor (Observer, Value) -> Void
  ) {
    observe(signal, by: observer, perform)
    perform(observer, initial(self))
  }
}

extension ViewModel {
  /// Removes an observer from all signals.
  ///
  /// Observations with a token continue.
  public final func removeObserver(_ observer: AnyObject) {
    existingSignalHub?.remove(observer)
  }

  /// Removes an observer from one signal.
  ///
  /// Observations with a token continue.
  public final func removeObserver<Value>(_ observer: AnyObject, of signal: Signal<Value>) {
    existingSignalHub?.remove(observer, from: signal)
  }

  /// Notifies the observers of a signal, in the order in which they were added.
  ///
  /// If this view model is not ready, the signal is dropped, as an emission is.
  ///
  /// A signal that is sent during a notification of this view model is delivered after it. The last
  /// value that an observer receives is therefore the last value that was sent. A batch of updates
  /// does not defer signals.
  public final func send<Value>(_ signal: Signal<Value>, _ value: Value) {
    guard isReady else { return }
    existingSignalHub?.send(signal, value)
  }

  /// Notifies the observers of a signal that has no value.
  public final func send(_ signal: Signal<Void>) {
    send(signal, ())
  }

  /// Notifies the observers of a signal if the value has changed.
  ///
  /// Use this method in `didSet`:
  ///
  /// ```swift
  /// var title = "" { didSet { send(.title, title, ifChangedFrom: oldValue) } }
  /// ```
  public final func send<Value: Equatable>(
    _ signal: Signal<Value>, _ value: Value, ifChangedFrom old: Value
  ) {
    if value != old { send(signal, value) }
  }

  /// The observers of the signals of this view model, created when the first observer is added.
  fileprivate final var signalHub: SignalHub {
    if let existingSignalHub { return existingSignalHub }
    let board = SignalHub()
    existingSignalHub = board
    return board
  }
}
