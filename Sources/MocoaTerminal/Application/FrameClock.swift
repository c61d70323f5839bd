/// Time, as an application needs it: to be called when some of it has passed.
@MainActor
public protocol FrameClock: AnyObject {
  /// Calls back once, on the main actor, when so much time has passed.
  func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void)
}
