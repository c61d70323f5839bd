import Mocoa
import MocoaTestSupport
import Testing

@Suite("The answer of a page")
@MainActor
struct AnsweringTests {
  private let stage = TracedNavigator()
  private var navigator: Navigator { stage.navigator }

  /// What was answered, in order; `nil` where a page left without an answer.
  @MainActor
  private final class Answers {
    var received: [String] = []

    func receiver(_ name: String) -> Navigator.Receiver {
      { self.received.append("\(name) \($0.map { "\($0)" } ?? "nil")") }
    }
  }

  private let answers = Answers()

  @Test("a presented page answers once, when it is gone")
  func presented() throws {
    try stage.push("a")
    let page = try stage.present("b") { [answers, stage] answer in
      answers.received.append("\(answer as? Int ?? 0) over \(stage.shown)")
    }
    #expect(answers.received.isEmpty)
    page.answer(7)
    page.answer(8)
    #expect(answers.received == ["7 over a"])
    #expect(stage.shown == "a")
  }

  @Test("a page that never answers is dismissed without one, however it leaves")
  func none() async throws {
    try stage.push("a")
    let ways: [(TracedNavigator) throws -> Void] = [
      { $0.navigator.dismiss() },
      { try $0.navigator.back() },
      { try $0.navigator.pop() },
      { try $0.navigator.out() },
      { $0.navigator.close() },
    ]
    for way in ways {
      if navigator.current == nil { try stage.push("a") }
      try stage.present("b", receive: answers.receiver("b"))
      try way(stage)
      #expect(answers.received == ["b nil"])
      answers.received = []
    }
    // In a tab that is closed, and in a navigator that goes.
    try stage.push("a")
    try navigator.openTab(stage.url("c"), receive: answers.receiver("c"))
    try stage.present("d", receive: answers.receiver("d"))
    #expect(navigator.closeTab())
    #expect(answers.received == ["d nil", "c nil"])
    answers.received = []
    var other: Navigator? = Navigator(registry: stage.registry)
    try other?.push(stage.url("a"), receive: answers.receiver("a"))
    other = nil
    #expect(answers.received == ["a nil"])
  }

  @Test("a pushed page answers too, and takes with it what was opened from it")
  func pushed() throws {
    try stage.push("a")
    let b = try navigator.push(stage.url("b"), receive: answers.receiver("b"))
    try navigator.push(stage.url("c"), receive: answers.receiver("c"))
    try stage.present("d", receive: answers.receiver("d"))
    b.answer("yes")
    #expect(answers.received == ["d nil", "c nil", "b yes"])
    #expect(stage.shown == "a")
    // The first of all stays where it is.
    let first = try #require(navigator.current)
    first.answer("no one waits")
    #expect(stage.shown == "a")
  }

  @Test("a page that was gone back from still waits to answer, until it is let go")
  func forward() throws {
    try stage.push("a")
    let b = try navigator.push(stage.url("b"), receive: answers.receiver("b"))
    try navigator.back()
    #expect(answers.received.isEmpty)
    try navigator.forward()
    #expect(navigator.current === b)
    try navigator.back()
    try stage.push("c")
    #expect(answers.received == ["b nil"])
    b.answer("too late")
    #expect(answers.received == ["b nil"])
  }

  @Test("an embedded page answers who embedded it, and goes")
  func embedded() throws {
    let box = try stage.push("box")
    let a = try box.embed(stage.url("a"), receive: answers.receiver("a"))
    try box.embed(stage.url("b"), receive: answers.receiver("b")).removeFromParent()
    #expect(answers.received == ["b nil"])
    a.answer(1)
    #expect(answers.received == ["b nil", "a 1"])
    #expect(box.children.isEmpty)
    #expect(a.appearance == .hidden)
  }

  @Test("who receives an answer may open the next page")
  func chain() throws {
    try stage.push("a")
    let b = try stage.present("b") { [stage, answers] _ in
      _ = try? stage.present("c", receive: answers.receiver("c"))
    }
    b.answer(1)
    #expect(stage.shown == "a c")
    navigator.current?.answer(2)
    #expect(answers.received == ["c 2"])
  }

  @Test("what cannot be presented is refused, and nobody is told an answer")
  func failures() async throws {
    try stage.push("a")
    for (name, reason) in [
      ("nobody", "mocoa://h/nobody: no such module"),
      ("cell", "mocoa://h/cell: a module, but not a page"),
    ] {
      let url = try stage.url(name)
      let receiver = answers.receiver(name)
      for open in [
        { try self.navigator.present(url, receive: receiver) },
        { try self.navigator.openTab(url, receive: receiver) },
        { try self.navigator.push(url, receive: receiver) },
      ] as [() throws -> PageViewModel] {
        let error = #expect(throws: Navigator.Failure.self) { try open() }
        #expect(error?.description == reason)
      }
    }
    #expect(stage.shown == "a")
    #expect(navigator.tabTitles == ["a"])
    #expect(answers.received.isEmpty)
    #expect(!stage.registry.addresses.contains("mocoa://h/nobody"), "asking creates nothing")
    for _ in 1..<16 { try stage.present("b") }
    let url = try stage.url("b")
    #expect(throws: Navigator.Failure.self) { try navigator.present(url) }
  }

  @Test("an answer can be waited for, and so can there being none")
  func waiting() async throws {
    try stage.push("a")
    let url = try stage.url("b")
    async let answer = navigator.answer(from: url)
    await eventually("b is presented") { stage.shown == "a b" }
    navigator.current?.answer(5)
    #expect(try await answer as? Int == 5)
    async let none = navigator.answer(from: url)
    await eventually("b is presented again") { stage.shown == "a b" }
    navigator.dismiss()
    #expect(try await none == nil)
    let nowhere = try stage.url("nobody")
    await #expect(throws: Navigator.Failure.self) { try await navigator.answer(from: nowhere) }
  }
}
