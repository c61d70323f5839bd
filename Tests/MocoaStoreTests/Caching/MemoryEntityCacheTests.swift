import MocoaModel
import Testing

@testable import MocoaStore

@Suite("Memory cache for tests of stores")
struct MemoryEntityCacheTests {
  private let miles = Artist(id: "miles", name: "Miles")

  @Test("returns results at once, or in order when a test releases them")
  func holding() {
    let cache = MemoryEntityCache()
    let told = CallbackRecorder<String>()
    cache.hold()
    cache.apply(.of { $0.upsert(miles) }) { _ in told.tell("kept") }
    cache.load(miles.entityKey, of: .descriptor(for: Artist.self)) { result in
      told.tell((try? result.get() as? Artist)?.name ?? "-")
    }
    cache.flush { _ in told.tell("flushed") }
    #expect(told.values.isEmpty)
    cache.release(1)
    #expect(told.values == ["kept"])
    cache.release()
    cache.loadList("none", of: .descriptor(for: Artist.self)) { _ in told.tell("list") }
    #expect(told.values == ["kept", "Miles", "flushed", "list"])
    #expect(cache.counts == .init(batches: 1, loads: 1, lists: 1, flushes: 1))
  }

  @Test("fails on request, and saves failed batches with the next one")
  func failing() async throws {
    let cache = MemoryEntityCache()
    let error = EntityCacheError(.notWritable, "cache: cannot save: disk full")
    cache.fail(with: error, error)
    #expect(await cache.keep { $0.upsert(miles) } == error)
    #expect(await cache.flushed() == error)
    #expect(try await cache.entity(EntityReference(miles)) == nil)
    #expect(await cache.keep { $0.upsert(Track(1)) } == nil)
    #expect(try await cache.entity(EntityReference(miles)) == miles)
    #expect(await cache.flushed() == nil)
  }

  @Test("notifies of external changes")
  func news() {
    let cache = MemoryEntityCache()
    let told = CallbackRecorder<ExternalChanges>()
    cache.observeExternalChanges { told.tell($0) }
    cache.tell(ExternalChanges(lists: ["artists"]))
    #expect(told.values.first?.lists == ["artists"])
  }
}
