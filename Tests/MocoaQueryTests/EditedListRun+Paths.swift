import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

extension EditedListRun {
  /// Compares the maps between displayed paths and content paths with a lookup of each item.
  ///
  /// The maps must agree at any time, also while a query is running or a change is deferred.
  func checkPaths(_ step: Int) {
    guard list.derivedList != nil else { return }
    var random = SeededGenerator(seed: UInt64(step))
    func isChosen() -> Bool { Int.random(in: 0..<3, using: &random) > 0 }
    var displayedPaths: [ItemPath: ItemPath] = [:]
    var (displayed, itsContent) = (ItemRanges(), ItemRanges())
    for path in paths(of: list.snapshot) {
      let isChosen = isChosen()
      if isChosen { displayed.insert(path) }
      guard let contentPath = list.contentPath(of: path) else { continue }
      displayedPaths[contentPath] = path
      if isChosen { itsContent.insert(contentPath) }
    }
    #expect(list.contentItems(of: displayed) == itsContent, "step \(step)")
    var (content, itsDisplayed) = (ItemRanges(), ItemRanges())
    let contentPaths = paths(of: list.content.snapshot)
    for path in contentPaths where isChosen() {
      content.insert(path)
      if let shown = displayedPaths[path] { itsDisplayed.insert(shown) }
    }
    #expect(list.displayedItems(ofContentItems: content) == itsDisplayed, "step \(step)")
    for path in contentPaths.shuffled(using: &random).prefix(20) {
      #expect(
        list.displayedPath(ofContentPath: path) == displayedPaths[path], "step \(step), \(path)")
    }
  }

  private func paths(of list: ListSnapshot) -> [ItemPath] {
    list.sections.enumerated().flatMap { section, models in
      (0..<models.items.count).map { ItemPath(section: section, item: $0) }
    }
  }
}
