/// The owner of a private list, which ends with its owner.
///
/// Entities in a list refer to it without retaining it. The list therefore lives until all its
/// entities are unlinked, on whichever thread the owner was released.
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
