internal import MocoaModel

extension Transition {
  /// Creates the transition from the rendered frame to a layout of the changed list.
  ///
  /// The result is `nil` if no visible element changed, or if all visible elements are replaced.
  ///
  /// - Parameters:
  ///   - shown: The rendered frame.
  ///   - layout: The layout of the changed list.
  ///   - update: All changes since the rendered frame, merged into one update.
  ///   - motion: The amount of animation.
  init?(
    from shown: RenderedFrame, to layout: ListLayout, through update: ListUpdate, motion: Motion
  ) {
    let changes = ElementChanges(update)
    let frames = Dictionary(layout.frames.map { ($0.element, $0) }) { first, _ in first }
    let start = shown.segments.map {
      Self.beginning(of: $0, in: shown.image, changes) { frames[$0] != nil }
    }
    let standing = Dictionary(
      start.compactMap { piece in piece.element.map { ($0, piece) } }
    ) { first, _ in first }
    let isStacked = layout.isStacked
    let targets = layout.frames.map { frame in
      var target = Target(frame, from: standing[frame.element], changes)
      // Side by side in a grid, moved items appear at their new point immediately.
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
    // While another transition runs, its timer ends the first step early, so one more step is
    // needed.
    let steps =
      motion == .full
      ? Self.steps(for: marked, of: layout, after: closing) : shown.transition == nil ? 2 : 3
    if steps < 2 { return nil }
    self.init(
      layout: layout, targets: marked, start: isCrowded ? start.map(\.unmarked) : start,
      rows: shown.image.size.rows, closing: closing, steps: steps, motion: motion)
  }

  /// Returns a segment of the previous frame as the first step of the transition shows it.
  ///
  /// If the element was removed or moved out of view, the segment contains its last rendered
  /// glyphs. Otherwise it contains the element with its new path.
  private static func beginning(
    of piece: Segment, in image: CanvasImage, _ changes: ElementChanges,
    isShown: (ListElement) -> Bool
  ) -> Segment {
    guard let element = piece.element else { return piece }
    guard let new = changes.newElement(for: element) else { return piece.departing(in: image) }
    // An element that moves out of view departs.
    if changes.isMoved(new), !isShown(new) { return piece.departing(in: image) }
    var piece = piece
    piece.content = .element(new)
    piece.mark = changes.isUpdated(new) ? .updated : nil
    return piece
  }

  /// The maximum number of rows with a mark in a transition with full motion.
  ///
  /// More marks at once are not helpful, and cost more bytes than the changes that they mark.
  private static let markLimit = 8

  /// Returns the transition with its paths updated after another change of the list.
  ///
  /// - Returns: `nil` if the change affects one of the elements of the transition.
  func remapped(through update: ListUpdate, to layout: ListLayout) -> Transition? {
    let changes = ElementChanges(update)
    func carried(_ element: ListElement) -> ListElement? {
      guard let new = changes.newElement(for: element), !changes.isMoved(new),
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
    _ frame: ListLayout.Frame, from piece: Transition.Segment?, _ changes: ElementChanges
  ) {
    let isMoved = changes.isMoved(frame.element)
    if let piece {
      visibleFraction = piece.visibleFraction
      if piece.row != frame.row, isMoved || piece.isMoving { from = piece.row }
      mark = isMoved || from != nil ? .moved : changes.isUpdated(frame.element) ? .updated : nil
    } else if changes.isNew(frame.element) || isMoved {
      // An element that moves into view is revealed like a new one.
      visibleFraction = 0
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

extension Transition.Segment {
  fileprivate var unmarked: Self {
    var piece = self
    piece.mark = nil
    return piece
  }
}
