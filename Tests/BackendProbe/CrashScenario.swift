import Glibc
import MocoaTerminal

/// The ways in which the program can fail.
enum CrashScenario {
  struct Thrown: Error, CustomStringConvertible {
    var description: String { "thrown" }
  }

  /// Fails in the way that a key selects, or returns if the key selects none.
  static func happen(_ key: KeyPress.Key) throws {
    switch key {
    case .character("1"): fatalError("the last words")
    case .character("2"): abort()
    case .character("3"): kill(getpid(), SIGSEGV)
    case .character("4"): print([1, 2, 3][Int(getpid())])
    case .character("5"): print(deepen([1]))
    case .character("6"): throw Thrown()
    case .character("7"): onAnotherThread { fatalError("the last words of a thread") }
    case .character("8"): while true { getpid() }
    case .character("9"): exit(7)
    case .character("0"): onAnotherThread { print(deepen([1])) }
    case .character("!"): UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    default: break
    }
  }

  /// Recurses deeper than any stack allows.
  ///
  /// The compiler cannot create a loop, because each level needs the result of the next one.
  @inline(never) private static func deepen(_ numbers: [Int]) -> Int {
    numbers.isEmpty ? 0 : deepen([numbers[0] + 1]) + numbers[0]
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func onAnotherThread(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        context.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(run)).toOpaque())
    pthread_join(thread, nil)
  }
}
