import Mocoa
import MocoaModel

/// A copy of a list that is updated only with change sets.
@MainActor
final class ListMirror {
  let list: ListViewModel
  private var copy: ListSnapshot
  private var token: ObservationToken?

  /// The first difference that was found, or `nil`.
  private(set) var violation: String?

  init(_ list: ListViewModel) {
    (self.list, copy) = (list, list.snapshot)
    token = list.observe { [weak self] in self?.receive($0) }
  }

  private func receive(_ update: ListUpdate) {
    note(Self.difference(copy, update.before).map { "the list before: \($0)" })
    do {
      copy = try update.changes.applying(to: copy, elementsFrom: update.after)
      note(Self.difference(copy, update.after).map { "the list after: \($0)" })
    } catch {
      note("\(error)")
      copy = update.after
    }
    for redraw in update.redraws {
      switch redraw {
      case .element(let element) where !update.after.contains(element):
        note("a redraw of \(element), which is not there")
      case .section(let section) where !update.after.sections.indices.contains(section):
        note("a redraw of section \(section), which is not there")
      default: break
      }
    }
  }

  private func note(_ violation: String?) {
    self.violation = self.violation ?? violation
  }

  /// Compares the copy with the list, and returns the first difference.
  func check() -> String? {
    note(Self.difference(copy, list.snapshot).map { "the list now: \($0)" })
    note(list.snapshot.invariantViolation())
    return violation
  }

  /// Returns a description of the first difference of two lists, or `nil` if they are equal.
  private static func difference(_ left: ListSnapshot, _ right: ListSnapshot) -> String? {
    guard left.sections.count == right.sections.count else {
      return "\(left.sections.count) sections instead of \(right.sections.count)"
    }
    for (number, (one, other)) in zip(left.sections, right.sections).enumerated() {
      if one.id != other.id { return "section \(number) is \(one.id) instead of \(other.id)" }
      if one.boundaries != other.boundaries { return "section \(number) has \(one.boundaries)" }
      guard one.items.count == other.items.count else {
        return "section \(number) has \(one.items.count) items instead of \(other.items.count)"
      }
      for item in 0..<one.items.count {
        let path = ItemPath(section: number, item: item)
        if left.id(at: path) != right.id(at: path) {
          return "\(path) is \(left.id(at: path)) instead of \(right.id(at: path))"
        }
        if !left.isContentEqual(at: path, in: right, at: path) {
          return "\(path) has other content"
        }
      }
    }
    return nil
  }
}
