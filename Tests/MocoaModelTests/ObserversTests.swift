import Glibc
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Observers")
@MainActor
struct ObserversTests {
  /// Tokens that a callback can access.
  @MainActor
  private final class Tokens {
    var all: [ObservationToken] = []
  }

  @Test("are notified in the order of registration")
  func order() {
    let observers = Observers<Int>()
    var told: [String] = []
    let tokens = ["a", "b", "c"].map { name in observers.add { told.append("\(name)\($0)") } }
    observers.notify(1)
    tokens[1].cancel()
    observers.notify(2)
    #expect(told == ["a1", "b1", "c1", "a2", "c2"])
    tokens.forEach { $0.cancel() }
    observers.notify(3)
    #expect(told.count == 5)
  }

  @Test("end when their token is released")
  func release() {
    let observers = Observers<Void>()
    var count = 0
    var token: ObservationToken? = observers.add { count += 1 }
    observers.notify(())
    #expect(token != nil)
    token = nil
    observers.notify(())
    #expect(count == 1)
  }

  @Test("can be canceled during a notification")
  func cancelInside() {
    let observers = Observers<Int>()
    var told: [String] = []
    let tokens = Tokens()
    tokens.all.append(
      observers.add { value in
        told.append("a\(value)")
        tokens.all[0].cancel()
        tokens.all[2].cancel()
      })
    tokens.all.append(observers.add { told.append("b\($0)") })
    tokens.all.append(observers.add { told.append("c\($0)") })
    observers.notify(1)
    observers.notify(2)
    #expect(told == ["a1", "b1", "b2"])
  }

  @Test("added during a notification receive the next one")
  func addInside() {
    let observers = Observers<Int>()
    var told: [Int] = []
    let tokens = Tokens()
    tokens.all.append(
      observers.add { _ in
        if tokens.all.count == 1 { tokens.all.append(observers.add { told.append($0) }) }
      })
    observers.notify(1)
    observers.notify(2)
    #expect(told == [2])
  }

  @Test("receive both values if a callback sends again")
  func sendInside() {
    let observers = Observers<Int>()
    var told: [String] = []
    let first = observers.add { value in
      told.append("a\(value)")
      if value == 1 { observers.notify(2) }
    }
    let second = observers.add { told.append("b\($0)") }
    observers.notify(1)
    #expect(told == ["a1", "a2", "b2", "b1"])
    first.cancel()
    second.cancel()
  }

  @Test("a token runs its closure once, even if it is canceled again")
  func once() {
    var count = 0
    let tokens = Tokens()
    tokens.all = [
      ObservationToken {
        count += 1
        if count < 3 { tokens.all.first?.cancel() }
      }
    ]
    tokens.all[0].cancel()
    tokens.all[0].cancel()
    tokens.all = []
    #expect(count == 1)
  }

  @Test("an observer can own the token of another")
  func chain() {
    final class Owner {
      var token: ObservationToken?
    }
    let observers = Observers<Void>()
    var count = 0
    func add() -> ObservationToken {
      let owner = Owner()
      owner.token = observers.add { count += 1 }
      return observers.add { _ = owner }
    }
    let token = add()
    observers.notify(())
    token.cancel()
    observers.notify(())
    #expect(count == 1)
  }

  @Test("a token can outlive its observers")
  func outlive() {
    var observers: Observers<Void>? = Observers()
    let token = observers?.add {}
    weak let gone = observers
    observers = nil
    #expect(gone == nil)
    token?.cancel()
  }

  @Test("match a plain list of observers in any order of changes")
  func anyOrder() {
    var generator = SeededGenerator(seed: 7)
    let observers = Observers<Int>()
    var tokens: [(name: Int, token: ObservationToken)] = []
    var told: [Int] = []
    for name in 0..<500 {
      tokens.append((name, observers.add { _ in told.append(name) }))
      while tokens.count > 1, Bool.random(using: &generator) {
        tokens.remove(at: Int.random(in: 0..<tokens.count, using: &generator)).token.cancel()
      }
      told = []
      observers.notify(0)
      #expect(told == tokens.map(\.name))
    }
  }

  @Test("are notified and canceled in little time, even if many")
  func many() {
    let observers = Observers<Void>()
    var count = 0
    let tokens = (0..<20_000).map { _ in observers.add { count += 1 } }
    // Returns the CPU time of this thread in seconds, which other threads do not affect.
    func processorSeconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = processorSeconds()
    // A linear search for each of them would take 200 million steps.
    observers.notify(())
    let duration = processorSeconds() - start
    #expect(count == 20_000 && tokens.count == 20_000)
    #expect(duration < 2)
  }

  @Test("cancelling many tokens takes a few steps for each", arguments: [true, false])
  func cancelMany(isForward: Bool) {
    let (observers, count) = (Observers<Void>(), 20_000)
    var told = 0
    let tokens = (0..<count).map { _ in observers.add { told += 1 } }
    let steps = observers.pruneSteps
    for token in isForward ? tokens : tokens.reversed() { token.cancel() }
    // Removing each entry separately would move 200 million entries.
    #expect(observers.pruneSteps - steps <= 2 * count)
    #expect(observers.entryCount <= 64 && observers.isEmpty)
    observers.notify(())
    #expect(told == 0)
  }

  @Test("are removed on insertion of others if their owners are deallocated")
  func pruning() {
    final class Owner {}
    let observers = Observers<Void>()
    for _ in 0..<10_000 { observers.add(owner: Owner()) { Issue.record("is told after its end") } }
    #expect(observers.entryCount <= 64)
    let owners = (0..<1000).map { _ in Owner() }
    var count = 0
    for owner in owners { observers.add(owner: owner) { count += 1 } }
    observers.notify(())
    #expect(count == 1000 && observers.entryCount == 1000)
    observers.remove(owners[0])
    observers.notify(())
    #expect(count == 1999)
  }

  @Test("a static list is finished and sends no updates")
  func staticSource() {
    let source = StaticListSource(PlainData([1, 2]))
    let token = source.observe { _ in Issue.record("told of something") }
    #expect(source.phase == .finished)
    #expect(source.snapshot.itemCount == 2)
    token.cancel()
  }
}
