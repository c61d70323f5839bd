import Testing

@testable import MocoaNcurses

@Suite("Timers of the main loop") @MainActor
struct TimerQueueTests {
  @Test("are called once, in the order of time, then of creation")
  func order() {
    var queue = TimerQueue()
    var called: [Int] = []
    for (name, time) in [(1, 30), (2, 10), (3, 30), (4, 20)] {
      queue.add(at: UInt64(time)) { called.append(name) }
    }
    #expect(queue.delay(at: 4) == 6)
    for perform in queue.removeDue(at: 20) { perform() }
    #expect(called == [2, 4] && queue.delay(at: 25) == 5 && queue.delay(at: 40) == 0)
    for perform in queue.removeDue(at: 30) { perform() }
    #expect(called == [2, 4, 1, 3] && queue.delay(at: 31) == nil)
  }
}
