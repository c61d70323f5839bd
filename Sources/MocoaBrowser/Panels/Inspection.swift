internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A view model that the inspector shows.
///
/// If the list changes, the inspector continues to show the same element. If the element has a new
/// view model after the change, the inspector shows the new view model.
@MainActor
final class Inspection {
  private weak var viewModel: ViewModel?
  private weak var page: PageViewModel?
  private let keys: KeyBindings

  /// The list in which the view model is a cell, or `nil` if it is not a cell or was removed.
  private weak var list: ListViewModel?

  /// The element of the view model in `list`, or `nil`.
  private var element: ListElement?
  private var token: ObservationToken?

  /// The last report, which is shown after the view model is removed.
  private var report: InspectorReport?

  /// The report of the view model, as of the last update.
  private(set) var lines: [TextContent.Line] = []

  /// The suggested registration if the view model is a placeholder, or `nil`, as of the last
  /// update.
  private(set) var suggestion: RegistrationSuggestion?

  /// Creates an inspection of a view model.
  ///
  /// - Parameters:
  ///   - viewModel: The page, or a view model that belongs to it.
  ///   - page: The page of the view model.
  ///   - keys: The key bindings that the report mentions.
  init(of viewModel: ViewModel, on page: PageViewModel, keys: KeyBindings) {
    (self.viewModel, self.page, self.keys) = (viewModel, page, keys)
    follow()
  }

  /// Updates the report and the suggestion to the current state of the view model.
  func update() {
    let subject = currentSubject()
    updateSuggestion(for: subject)
    guard let subject else {
      let gone = TextContent.Line([.init(localized("removed; last known state"), .warning)])
      lines = [gone] + (report?.lines ?? [])
      return
    }
    let report = InspectorReport(of: subject, keys: keys)
    (self.report, lines) = (report, report.lines)
  }

  /// Updates only the suggestion.
  func updateSuggestion() { updateSuggestion(for: currentSubject()) }

  private func updateSuggestion(for subject: ViewModel?) {
    suggestion = (subject as? AnyCellViewModel).flatMap { RegistrationSuggestion(for: $0) }
  }

  /// Returns the view model that is inspected now, or `nil` if it was removed.
  ///
  /// If the list replaced the view model of the element, its successor is created and inspected.
  private func currentSubject() -> ViewModel? {
    guard let page else { return nil }
    if let viewModel, viewModel.isPart(of: page) { return viewModel }
    guard let list, let element, list.isPart(of: page),
      let renewed = list.viewModel(for: element)
    else { return nil }
    viewModel = renewed
    return renewed
  }

  // MARK: - Following

  private func follow() {
    (list, element, token) = (nil, nil, nil)
    guard let cell = viewModel as? AnyCellViewModel, let place = cell.listElement else { return }
    (list, element) = place
    token = place.list.observe { [weak self] in self?.remap($0.changes) }
  }

  private func remap(_ changes: ChangeSet) {
    guard let old = element, !changes.isEmpty else { return }
    let positions = changes.makePathMap()
    element =
      switch old {
      case .item(let path): positions.newPath(of: path).map { .item($0) }
      case .boundary(let end, let section):
        positions.newIndex(ofSection: section).map { .boundary(end, section: $0) }
      }
  }

  // MARK: - Navigation in the tree

  /// Selects the next view model of the page in depth-first order.
  ///
  /// After the last one, the page is selected.
  ///
  /// - Returns: `true` if another view model was selected.
  func selectNext() -> Bool {
    guard let page, let subject = currentSubject() else { return false }
    if let child = subject.children.first { return go(to: child) }
    var current = subject
    while current !== page, let parent = current.parent {
      if let next = parent.child(after: current) { return go(to: next) }
      current = parent
    }
    return subject !== page && go(to: page)
  }

  /// Selects the previous view model of the page in depth-first order.
  ///
  /// - Returns: `true` if another view model was selected.
  func goToPrevious() -> Bool {
    guard let page, let subject = currentSubject(), subject !== page, let parent = subject.parent
    else { return false }
    guard var previous = parent.child(before: subject) else { return go(to: parent) }
    while let last = previous.children.last { previous = last }
    return go(to: previous)
  }

  private func go(to other: ViewModel) -> Bool {
    viewModel = other
    follow()
    return true
  }
}

extension ViewModel {
  /// Returns `true` if this view model is `other` or one of its descendants.
  fileprivate func isPart(of other: ViewModel) -> Bool {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if current === other { return true }
      ancestor = current.parent
    }
    return false
  }

  fileprivate func child(after child: ViewModel) -> ViewModel? {
    guard let place = children.firstIndex(where: { $0 === child }) else { return nil }
    return place + 1 < children.count ? children[place + 1] : nil
  }

  fileprivate func child(before child: ViewModel) -> ViewModel? {
    guard let place = children.firstIndex(where: { $0 === child }) else { return nil }
    return place > 0 ? children[place - 1] : nil
  }
}

extension AnyCellViewModel {
  /// The list that shows the cell, with the element of the cell, or `nil` outside a list.
  var listElement: (list: ListViewModel, element: ListElement)? {
    guard let section = parent as? SectionViewModel, let list = section.parent as? ListViewModel
    else { return nil }
    if let path = shownPath { return (list, .item(path)) }
    let ends = list.snapshot.sections[section.shownPosition].boundaries
    return ends.lazy.map { ListElement.boundary($0, section: section.shownPosition) }
      .first { list.existingViewModel(for: $0) === self }.map { (list, $0) }
  }
}
