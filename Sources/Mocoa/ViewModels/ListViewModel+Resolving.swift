internal import MocoaModel

extension ListViewModel {
  /// Looks again which modules show what was made, for something was registered or taken back since.
  ///
  /// What another module shows now is made anew when it is looked at; all that is shown is measured
  /// and drawn again.
  public final func resolveAgain() {
    forgetOutdated()
    guard !batches.isHolding else { return }
    observers.send(
      ListUpdate(
        before: snapshot, after: snapshot, changes: .unchanged(snapshot),
        redraws: snapshot.sections.indices.map { .section($0) }))
  }

  /// Forgets what another module shows now, and tells no renderer: for the one that is about to lay
  /// out the list.
  ///
  /// - Complexity: O(view models made).
  public final func forgetOutdated() {
    for section in sections.map(\.viewModel) {
      // Who is asked for a class may change the list: what is looked at is what it is then.
      for cell in section.cells.map(\.viewModel) {
        guard let path = cell.shownPath, madeCell(at: path) === cell, snapshot.contains(path) else {
          continue
        }
        resolveAgain(cell, .cell, snapshot.element(at: path), in: section)
      }
      for (_, viewModel) in section.ends {
        guard let end = viewModel.end, sections[section.shownPosition] === section,
          snapshot.sections.indices.contains(section.shownPosition)
        else { continue }
        let models = snapshot.sections[section.shownPosition]
        guard let model = models.model(of: end) else { continue }
        resolveAgain(viewModel, models.kind(of: end), model, in: section)
      }
    }
    display.forgetPlaces()
  }

  private func resolveAgain(
    _ viewModel: AnyCellViewModel, _ kind: ElementKind, _ element: any CellModel,
    in section: SectionViewModel
  ) {
    let resolution = resolution(of: element, kind, section: section.moduleName)
    if viewModel.isMade(as: resolution) {
      viewModel.resolution = resolution
    } else {
      viewModel.removeFromParent()
    }
  }
}
