internal import MocoaModel

extension ListViewModel {
  /// Resolves the modules of the existing view models again, after a registration or
  /// unregistration.
  ///
  /// View models of elements that another module shows now are removed, and created again on their
  /// next access. All displayed elements are measured and drawn again.
  public final func refreshResolutions() {
    removeOutdatedViewModels()
    guard !batches.isDeferring else { return }
    observers.notify(
      ListUpdate(
        before: snapshot, after: snapshot, changes: .unchanged(snapshot),
        redraws: snapshot.sections.indices.map { .section($0) }))
  }

  /// Removes the view models of elements that another module shows now, without notifying the
  /// renderer.
  ///
  /// A renderer calls this method before it lays out the list.
  ///
  /// - Complexity: O(*n*), where *n* is the number of existing view models.
  public final func removeOutdatedViewModels() {
    for section in sections.map(\.viewModel) {
      // A provider may change the list, so each path is checked at the time of its use.
      for cell in section.cells.map(\.viewModel) {
        guard let path = cell.shownPath, existingCell(at: path) === cell, snapshot.contains(path)
        else {
          continue
        }
        resolveAgain(cell, .cell, snapshot.element(at: path), in: section)
      }
      for (_, viewModel) in section.boundaries {
        guard let end = viewModel.boundary, sections[section.shownPosition] === section,
          snapshot.sections.indices.contains(section.shownPosition)
        else { continue }
        let models = snapshot.sections[section.shownPosition]
        guard let model = models.model(for: end) else { continue }
        resolveAgain(viewModel, models.kind(of: end), model, in: section)
      }
    }
    display.discardWatchedPositions()
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
