internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// A view model that is inspected: it is followed where its list changes, and what stands in its place
/// when it is made anew is inspected instead.
@MainActor
final class Inspection {
  private weak var viewModel: ViewModel?
  private weak var page: PageViewModel?
  private let keys: Keys

  /// Where it stands in its list; nil for what is no element of one, and for one that is gone.
  private weak var list: ListViewModel?
  private var element: ListElement?
  private var token: ObservationToken?

  /// What was told last, for one that is gone.
  private var report: InspectorReport?

  /// An inspection of a view model, which is the page or belongs to it.
  ///
  /// - Parameter keys: those that are told of.
  init(of viewModel: ViewModel, on page: PageViewModel, keys: Keys) {
    (self.viewModel, self.page, self.keys) = (viewModel, page, keys)
    follow()
  }

  /// All there is to know of it now.
  var lines: [TextContent.Line] {
    guard let subject else {
      let gone = TextContent.Line([.init(phrase("it is gone; this is what it was"), .warning)])
      return [gone] + (report?.lines ?? [])
    }
    let report = InspectorReport(of: subject, keys: keys)
    self.report = report
    return report.lines
  }

  /// What fills it, where it is a placeholder.
  var suggestion: RegistrationSuggestion? {
    (subject as? AnyCellViewModel).flatMap { RegistrationSuggestion(for: $0) }
  }

  /// The view model, as it is now; nil where it is gone.
  private var subject: ViewModel? {
    guard let page else { return nil }
    if let viewModel, viewModel.isPart(of: page) { return viewModel }
    guard let list, let element, list.isPart(of: page),
      let renewed = list.viewModel(of: element)
    else { return nil }
    viewModel = renewed
    return renewed
  }

  // MARK: - Following

  private func follow() {
    (list, element, token) = (nil, nil, nil)
    guard let cell = viewModel as? AnyCellViewModel, let place = cell.listElement else { return }
    (list, element) = place
    token = place.list.observe { [weak self] in self?.carry($0.changes) }
  }

  private func carry(_ changes: ChangeSet) {
    guard let old = element, !changes.isEmpty else { return }
    let positions = changes.positions
    element =
      switch old {
      case .item(let path): positions.newPosition(of: path).map { .item($0) }
      case .end(let end, let section):
        positions.newPosition(ofSection: section).map { .end(end, section: $0) }
      }
  }

  // MARK: - Going to others

  /// Goes to the next view model in the tree, below or behind this one; from the last one to the page.
  ///
  /// - Returns: false where there is none.
  func goToNext() -> Bool {
    guard let page, let subject else { return false }
    if let child = subject.children.first { return go(to: child) }
    var current = subject
    while current !== page, let parent = current.parent {
      if let next = parent.child(after: current) { return go(to: next) }
      current = parent
    }
    return subject !== page && go(to: page)
  }

  /// Goes to the view model in the tree before or above this one.
  ///
  /// - Returns: false where there is none.
  func goToPrevious() -> Bool {
    guard let page, let subject, subject !== page, let parent = subject.parent else { return false }
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
  /// Whether it is another view model, or below it.
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
  /// The list that it is shown by, and as what of it; nil outside a list.
  var listElement: (list: ListViewModel, element: ListElement)? {
    guard let section = parent as? SectionViewModel, let list = section.parent as? ListViewModel
    else { return nil }
    if let path = shownPath { return (list, .item(path)) }
    let ends = list.snapshot.sections[section.shownPosition].ends
    return ends.lazy.map { ListElement.end($0, section: section.shownPosition) }
      .first { list.madeViewModel(of: $0) === self }.map { (list, $0) }
  }
}
