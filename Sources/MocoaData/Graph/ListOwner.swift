/// Who has a list of its own, which ends with it.
///
/// The list lives until nothing stands in it any more, on whatever thread its owner was let go: what
/// stands in a list refers to it without keeping it.
@MainActor
final class ListOwner {
  let list: EntityList

  init(_ list: EntityList) {
    self.list = list
  }

  isolated deinit {
    list.leave()
  }
}
