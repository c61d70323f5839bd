/// The owner of a private list.
///
/// Entities in a list refer to it without retaining it. When the owner is released, on any thread,
/// it retains the list until all its entities are unlinked.
@MainActor
final class ListLifetime {
  let list: EntityList

  init(_ list: EntityList) {
    self.list = list
  }

  isolated deinit {
    list.leave()
  }
}
