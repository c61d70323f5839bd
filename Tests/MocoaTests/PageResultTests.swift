import Mocoa
import MocoaTestSupport
import Testing

@Suite("The result of a page")
@MainActor
struct PageResultTests {
  private let stage = TracedNavigator()
  private var navigator: Navigator { stage.navigator }

  /// The results, in order.
  ///
  /// `nil` is a page that left without a result.
  @MainActor
  private final class Answers {
    var received: [String] = []

    func receiver(_ name: String) -> Navigator.ResultHandler {
      { self.received.append("\(name) \($0.map { "\($0)" } ?? "nil")") }
    }
  }

  private let answers = Answers()

  @Test("is delivered once, after a presented page has left")
  func presented() throws {
    try stage.push("a")
    let page = try stage.present("b") { [answers, stage] answer in
      answers.received.append("\(answer as? Int ?? 0) over \(stage.shown)")
    }
    #expect(answers.received.isEmpty)
    page.finish(with: 7)
    page.finish(with: 8)
    #expect(answers.received == ["7 over a"])
    #expect(stage.shown == "a")
  }

  @Test("is nil for a page that leaves without one, in every way")
  func none() async throws {
    try stage.push("a")
    let ways: [(TracedNavigator) throws -> Void] = [
      { $0.navigator.dismiss() },
      { try $0.navigator.goBack() },
      { try $0.navigator.pop() },
      { try $0.navigator.goToParent() },
      { $0.navigator.closeAll() },
    ]
    for way in ways {
      if navigator.focusedPage == nil { try stage.push("a") }
      try stage.present("b", receive: answers.receiver("b"))
      try way(stage)
      #expect(answers.received == ["b nil"])
      answers.received = []
    }
    // In a closed tab and in a released navigator.
    try stage.push("a")
    try navigator.openTab(stage.url("c"), onResult: answers.receiver("c"))
    try stage.present("d", receive: answers.receiver("d"))
    #expect(navigator.closeTab())
    #expect(answers.received == ["d nil", "c nil"])
    answers.received = []
    var other: Navigator? = Navigator(registry: stage.registry)
    try other?.push(stage.url("a"), onResult: answers.receiver("a"))
    other = nil
    #expect(answers.received == ["a nil"])
  }

  @Test("of a pushed page removes the pages opened from it")
  func pushed() throws {
    try stage.push("a")
    let b = try navigator.push(stage.url("b"), onResult: answers.receiver("b"))
    try navigator.push(stage.url("c"), onResult: answers.receiver("c"))
    try stage.present("d", receive: answers.receiver("d"))
    b.finish(with: "yes")
    #expect(answers.received == ["d nil", "c nil", "b yes"])
    #expect(stage.shown == "a")
    // The first page of a tab stays.
    let first = try #require(navigator.focusedPage)
    first.finish(with: "no one waits")
    #expect(stage.shown == "a")
  }

  @Test("can arrive after going back, until the page is released")
  func forward() throws {
    try stage.push("a")
    let b = try navigator.push(stage.url("b"), onResult: answers.receiver("b"))
    try navigator.goBack()
    #expect(answers.received.isEmpty)
    try navigator.goForward()
    #expect(navigator.focusedPage === b)
    try navigator.goBack()
    try stage.push("c")
    #expect(answers.received == ["b nil"])
    b.finish(with: "too late")
    #expect(answers.received == ["b nil"])
  }

  @Test("of an embedded page goes to its container and removes it")
  func embedded() throws {
    let box = try stage.push("box")
    let a = try box.embed(stage.url("a"), onResult: answers.receiver("a"))
    try box.embed(stage.url("b"), onResult: answers.receiver("b")).removeFromParent()
    #expect(answers.received == ["b nil"])
    a.finish(with: 1)
    #expect(answers.received == ["b nil", "a 1"])
    #expect(box.children.isEmpty)
    #expect(a.visibility == .hidden)
  }

  @Test("may be followed by opening the next page")
  func chain() throws {
    try stage.push("a")
    let b = try stage.present("b") { [stage, answers] _ in
      _ = try? stage.present("c", receive: answers.receiver("c"))
    }
    b.finish(with: 1)
    #expect(stage.shown == "a c")
    navigator.focusedPage?.finish(with: 2)
    #expect(answers.received == ["c 2"])
  }

  @Test("is not delivered if the page cannot be presented")
  func failures() async throws {
    try stage.push("a")
    for (name, reason) in [
      ("nobody", "mocoa://h/nobody: no such module"),
      ("cell", "mocoa://h/cell: a module, but not a page"),
    ] {
      let url = try stage.url(name)
      let receiver = answers.receiver(name)
      for open in [
        { try self.navigator.present(url, onResult: receiver) },
        { try self.navigator.openTab(url, onResult: receiver) },
        { try self.navigator.push(url, onResult: receiver) },
      ] as [() throws -> PageViewModel] {
        let error = #expect(throws: Navigator.NavigationError.self) { try open() }
        #expect(error?.description == reason)
      }
    }
    #expect(stage.shown == "a")
    #expect(navigator.tabTitles == ["a"])
    #expect(answers.received.isEmpty)
    #expect(!stage.registry.addresses.contains("mocoa://h/nobody"), "asking creates nothing")
    for _ in 1..<16 { try stage.present("b") }
    let url = try stage.url("b")
    #expect(throws: Navigator.NavigationError.self) { try navigator.present(url) }
  }

  @Test("can be awaited, and is nil if the page returns none")
  func waiting() async throws {
    try stage.push("a")
    let url = try stage.url("b")
    async let answer = navigator.result(of: url)
    await eventually("b is presented") { stage.shown == "a b" }
    navigator.focusedPage?.finish(with: 5)
    #expect(try await answer as? Int == 5)
    async let none = navigator.result(of: url)
    await eventually("b is presented again") { stage.shown == "a b" }
    navigator.dismiss()
    #expect(try await none == nil)
    let nowhere = try stage.url("nobody")
    await #expect(throws: Navigator.NavigationError.self) {
      try await navigator.result(of: nowhere)
    }
  }
}
