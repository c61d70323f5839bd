internal import Mocoa
internal import MocoaTerminal

/// The key bindings of a page.
extension Browser {
  /// The bindings that have precedence over the global ones.
  ///
  /// They are the keys of picking, grids and trees, the commands of the page, and the keys of the
  /// current item's manifest. While a list that may become a tree is loading, they include the key
  /// that expands a node.
  var pageKeys: KeyTable<Action> {
    let grid = listScreen?.hasHorizontalMovement == true ? keys.grid.bindings : []
    let tree = keys.tree.bindings.filter {
      trees.isActive || trees.isPending && $0.action == .tree(.expand)
    }
    return KeyTable(pickKeys + grid + tree + pageCommandKeys + manifestKeys)
  }

  /// The commands of the focused page, followed by those of the page in which it is embedded.
  ///
  /// Commands whose letters are reserved for navigation are omitted.
  var pageCommands: [PageCommand] {
    guard let screen else { return [] }
    let around = screen.focusedPage === screen.page ? [] : screen.page.commands
    return (screen.focusedPage.commands + around).filter { !keys.reserved.contains($0.key) }
  }

  /// Performs the command of the page with a letter, on the current item.
  func perform(commandWith letter: Unicode.Scalar) {
    syncCursors()
    listScreen?.pinCursor()
    pageCommands.first { $0.key == letter }?.perform()
  }

  /// Updates the cursor positions of the lists of the page.
  ///
  /// Drawing a frame updates them too, but several keys may arrive between two frames.
  func syncCursors() {
    guard let session else { return }
    session.updateColumns()
    session.screen.layOut(in: window.area.size, hasStickyHeaders: window.sticks)
    session.screen.commitLayout()
  }

  /// The key bindings of the page commands.
  var pageCommandKeys: [KeyTable<Action>.Binding] {
    pageCommands.map {
      .init([.character($0.key)], .pageCommand($0.key), $0.title.isEmpty ? nil : $0.title)
    }
  }
}
