internal import MocoaModel

extension Transition {
  /// The way from what is shown to a layout of the changed list; nil where nothing moves.
  ///
  /// Nothing does where nothing that is seen was changed, and where nothing stays: then there is
  /// nothing that the eye could hold on to.
  ///
  /// - Parameters:
  ///   - update: all that changed since, as one.
  ///   - motion: how much moves.
  init?(
    from shown: Shown, to layout: ListLayout, through update: ListUpdate, motion: Motion
  ) {
    let changes = ElementChanges(update)
    let frames = Dictionary(layout.frames.map { ($0.element, $0) }) { first, _ in first }
    let start = shown.pieces.map {
      Self.beginning(of: $0, in: shown.surface, changes) { frames[$0] != nil }
    }
    let standing = Dictionary(
      start.compactMap { piece in piece.element.map { ($0, piece) } }
    ) { first, _ in first }
    let isStacked = layout.isStacked
    let targets = layout.frames.map { frame in
      var target = Target(frame, from: standing[frame.element], changes)
      // Where items stand side by side, what moves is in its new place at once.
      if !isStacked { target.from = nil }
      return target
    }
    let hasGhosts = motion == .full && start.contains { $0.element == nil }
    guard motion != .off, layout.frames.contains(where: { standing[$0.element] != nil }),
      hasGhosts || targets.contains(where: { $0 != Target() })
    else { return nil }
    let isResized = layout.frames.contains { frame in
      standing[frame.element].map { $0.height != frame.height } ?? false
    }
    let closing = hasGhosts && !isResized && motion == .full ? shown.closing : 0
    let isCrowded =
      motion == .full
      && targets.count { $0.mark == .updated || $0.mark == .moved } > Self.markLimit
    let marked = isCrowded ? targets.map(\.unmarked) : targets
    // While another transition runs, the next step comes early.
    let steps =
      motion == .full
      ? Self.steps(for: marked, of: layout, after: closing) : shown.transition == nil ? 2 : 3
    if steps < 2 { return nil }
    self.init(
      layout: layout, targets: marked, start: isCrowded ? start.map(\.unmarked) : start,
      rows: shown.surface.size.rows, closing: closing, steps: steps, motion: motion)
  }

  /// What a piece is to the list after: its element as it is now, or what is left of one that is gone.
  private static func beginning(
    of piece: Piece, in surface: Surface, _ changes: ElementChanges,
    isShown: (ListElement) -> Bool
  ) -> Piece {
    guard let element = piece.element else { return piece }
    guard let new = changes.place(after: element) else { return piece.ghost(in: surface) }
    // What moves out of sight leaves.
    if changes.isMoved(new), !isShown(new) { return piece.ghost(in: surface) }
    var piece = piece
    piece.content = .element(new)
    piece.mark = changes.isUpdated(new) ? .updated : nil
    return piece
  }

  /// So many rows are marked at most where all motion is seen: many marks at once say nothing, and
  /// cost more than what they mark.
  private static let markLimit = 8

  /// The same transition where a change touched nothing that it shows; nil where it did.
  func carried(through update: ListUpdate, to layout: ListLayout) -> Transition? {
    let changes = ElementChanges(update)
    func carried(_ element: ListElement) -> ListElement? {
      guard let new = changes.place(after: element), !changes.isMoved(new),
        !changes.isUpdated(new)
      else { return nil }
      return new
    }
    guard layout.frames.count == self.layout.frames.count,
      zip(layout.frames, self.layout.frames).allSatisfy({ new, old in
        new.rect == old.rect && carried(old.element) == new.element
      })
    else { return nil }
    var result = self
    result.layout = layout
    for (index, piece) in start.enumerated() {
      guard let element = piece.element else { continue }
      guard let new = carried(element) else { return nil }
      result.start[index].content = .element(new)
    }
    return result
  }
}

extension Transition.Target {
  fileprivate init(
    _ frame: ListLayout.Frame, from piece: Transition.Piece?, _ changes: ElementChanges
  ) {
    let isMoved = changes.isMoved(frame.element)
    if let piece {
      share = piece.share
      if piece.row != frame.row, isMoved || piece.isTravelling { from = piece.row }
      mark = isMoved || from != nil ? .moved : changes.isUpdated(frame.element) ? .updated : nil
    } else if changes.isNew(frame.element) || isMoved {
      // What moves into sight comes as if it were new.
      share = 0
      mark = isMoved ? .moved : .inserted
    } else {
      mark = changes.isUpdated(frame.element) ? .updated : nil
    }
  }
}

extension Transition.Target {
  fileprivate var unmarked: Self {
    var target = self
    target.mark = nil
    return target
  }
}

extension Transition.Piece {
  fileprivate var unmarked: Self {
    var piece = self
    piece.mark = nil
    return piece
  }
}
