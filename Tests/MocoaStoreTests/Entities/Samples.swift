import MocoaStore
import MocoaModel

/// A child, as in the samples of Rocket Data.
///
/// `FullChild` is a larger type of the same entity.
struct Child1: Entity {
  static let entityName = "Child"
  let id: Int
  var name: String

  func merging(_ other: any Entity) -> Child1 {
    if let other = other as? Child1 { return other }
    guard let other = other as? FullChild else { return self }
    return Child1(id: id, name: other.name)
  }
}

struct FullChild: Entity {
  static let entityName = "Child"
  let id: Int
  var name: String
  var data: Int

  func merging(_ other: any Entity) -> FullChild {
    if let other = other as? FullChild { return other }
    guard let other = other as? Child1 else { return self }
    return FullChild(id: id, name: other.name, data: data)
  }
}

struct Parent: Entity {
  let id: Int
  var name: String
  var child: Child1
  var others: [Child1] = []
  var isIdentified = true

  static var children: [ChildField<Parent>] { [.required(\.child), .many(\.others)] }
}

/// A node of a tree of any shape.
struct Tree: Entity {
  let id: Int
  var data: Int
  var isIdentified = true
  var first: Box?
  var rest: [Tree] = []

  static var children: [ChildField<Tree>] { [.optional(\.first), .many(\.rest)] }

  /// A node that requires its child.
  struct Box: Entity {
    let id: Int
    var leaf: Leaf

    static var children: [ChildField<Box>] { [.required(\.leaf)] }
  }

  struct Leaf: Entity {
    let id: Int
    var data: Int
  }
}

extension Child1 {
  init(_ id: Int, _ name: String = "old") {
    self.init(id: id, name: name)
  }
}

extension Parent {
  init(_ id: Int, _ child: Child1, name: String = "old", others: [Child1] = []) {
    self.init(id: id, name: name, child: child, others: others)
  }
}
