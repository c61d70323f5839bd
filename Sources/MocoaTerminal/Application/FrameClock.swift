/// A type that calls closures after a delay.
@MainActor
public protocol FrameClock: AnyObject {
  /// Calls a closure once on the main actor.
  ///
  /// - Parameters:
  ///   - delay: The time to wait.
  ///   - perform: The closure.
  func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void)
}
