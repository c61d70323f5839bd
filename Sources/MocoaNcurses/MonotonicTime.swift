internal import Dispatch

/// A monotonic clock in seconds.
enum MonotonicTime {
  static var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
