internal import Dispatch

/// A clock that is never set, in seconds.
enum Uptime {
  static var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
