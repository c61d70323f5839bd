import Mocoa
import MocoaTestSupport
import Testing

@Suite("Lazy registrations")
@MainActor
struct PendingRegistrationTests {
  private let registry = ModuleRegistry()

  private func url(_ text: String) throws -> ModuleURL { try ModuleURL(text) }

  /// The number of calls of each registration.
  private final class Calls {
    var names: [String] = []
  }

  private let calls = Calls()

  private func expectLater(_ name: String, _ others: String...) {
    registry.registerLazily { [calls] registry in
      calls.names.append(name)
      for other in others { _ = try? registry.module(at: ModuleURL(other)) }
      registry.define("mocoa://\(name)/").page(name) { _ in throw CancellationError() }
    }
  }

  @Test("do not run for lookups and registrations in known domains")
  func unneeded() throws {
    registry.define("mocoa://here/a").register(AnySampleViewModel.self)
    expectLater("x")
    registry.define("mocoa://here/b").register(AnySampleViewModel.self)
    #expect(try registry.module(at: url("mocoa://here/b")).url.path.count == 1)
    #expect(throws: ModuleRegistry.ModuleLookupError.notFound(try url("mocoa://here/c"))) {
      try registry.module(at: url("mocoa://here/c"))
    }
    #expect(registry.value(at: try url("mocoa://here/v")) == nil)
    #expect(calls.names == [])
  }

  @Test("run once and in order for a lookup in an unknown domain")
  func found() throws {
    expectLater("x", "mocoa://y/")
    expectLater("y", "mocoa://x/")
    #expect(try !registry.module(at: url("mocoa://y/")).isEmpty)
    #expect(throws: ModuleRegistry.ModuleLookupError.self) {
      try registry.module(at: url("mocoa://z/"))
    }
    #expect(calls.names == ["x", "y"])
  }

  @Test("precede later registrations in their domain")
  func order() throws {
    expectLater("x")
    registry.define("mocoa://x/").page("mine") { _ in throw CancellationError() }
    #expect(registry.replacements.map(\.old.type) == ["x"])
    #expect(registry.replacements.map(\.new.type) == ["mine"])
  }

  @Test("all run if all modules are requested, with rejected ones recorded")
  func all() {
    registry.registerLazily { _ = $0.define("mocoa://x y/") }
    expectLater("x")
    #expect(registry.rejectedRegistrations.count == 1)
    #expect(registry.roots.map(\.url.domain) == ["x"])
    expectLater("z")
    #expect(registry.roots.map(\.url.domain) == ["x", "z"])
  }
}
