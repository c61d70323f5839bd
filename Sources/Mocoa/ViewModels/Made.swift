/// The view models made so far, by position.
///
/// It finds them and owns none: `children` holds the one reference by which a list can tell whether
/// anybody else has a view model.
struct Made<Element: ViewModel>: Sequence {
  private struct Entry {
    weak var viewModel: Element?
  }

  private var entries: [Int: Entry] = [:]

  subscript(position: Int) -> Element? {
    get { entries[position]?.viewModel }
    set { entries[position] = newValue.map { Entry(viewModel: $0) } }
  }

  func makeIterator() -> some IteratorProtocol<(position: Int, viewModel: Element)> {
    entries.lazy.compactMap { position, entry in
      entry.viewModel.map { (position: position, viewModel: $0) }
    }.makeIterator()
  }
}
