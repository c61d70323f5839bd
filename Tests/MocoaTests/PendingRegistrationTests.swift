import Mocoa
import MocoaTestSupport
import Testing

@Suite("Modules that are registered when they are needed")
@MainActor
struct PendingRegistrationTests {
  private let registry = ModuleRegistry()

  private func url(_ text: String) throws -> ModuleURL { try ModuleURL(text) }

  /// How often each was asked to register.
  private final class Calls {
    var names: [String] = []
  }

  private let calls = Calls()

  private func expectLater(_ name: String, _ others: String...) {
    registry.registerWhenNeeded { [calls] registry in
      calls.names.append(name)
      for other in others { _ = try? registry.module(at: ModuleURL(other)) }
      registry["mocoa://\(name)/"].page(name) { _ in throw CancellationError() }
    }
  }

  @Test("are not, as long as others are looked for and registered in domains that are there")
  func unneeded() throws {
    registry["mocoa://here/a"].register(AnySampleViewModel.self)
    expectLater("x")
    registry["mocoa://here/b"].register(AnySampleViewModel.self)
    #expect(try registry.module(at: url("mocoa://here/b")).url.path.count == 1)
    #expect(throws: ModuleRegistry.LookupError.notFound(try url("mocoa://here/c"))) {
      try registry.module(at: url("mocoa://here/c"))
    }
    #expect(registry.value(at: try url("mocoa://here/v")) == nil)
    #expect(calls.names == [])
  }

  @Test("are, once and in their order, where a domain is looked for that is not there")
  func found() throws {
    expectLater("x", "mocoa://y/")
    expectLater("y", "mocoa://x/")
    #expect(try !registry.module(at: url("mocoa://y/")).isEmpty)
    #expect(throws: ModuleRegistry.LookupError.self) { try registry.module(at: url("mocoa://z/")) }
    #expect(calls.names == ["x", "y"])
  }

  @Test(
    "are before what is registered later in a domain of theirs, as though they had been at once")
  func order() throws {
    expectLater("x")
    registry["mocoa://x/"].page("mine") { _ in throw CancellationError() }
    #expect(registry.replacements.map(\.former.type) == ["x"])
    #expect(registry.replacements.map(\.next.type) == ["mine"])
  }

  @Test("are where all are asked for, and so is what was illegal among them")
  func all() {
    registry.registerWhenNeeded { _ = $0["mocoa://x y/"] }
    expectLater("x")
    #expect(registry.illegalRegistrations.count == 1)
    #expect(registry.roots.map(\.url.domain) == ["x"])
    expectLater("z")
    #expect(registry.roots.map(\.url.domain) == ["x", "z"])
  }
}
