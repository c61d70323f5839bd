internal import Glibc

/// The length of a test run: short for `make test`, long for `make test-long`.
public enum TestLength {
  /// A Boolean value that indicates whether `MOCOA_TEST_LONG` is set.
  public static let isLong = getenv("MOCOA_TEST_LONG") != nil

  /// Returns one of two values: the one for the length of this run.
  public static func choose<Value>(short: Value, long: Value) -> Value { isLong ? long : short }
}
