/// Weak references to the existing view models, by index.
///
/// The only strong references are in `children`. A list can therefore detect whether other code
/// retains a view model.
struct WeakViewModelMap<Element: ViewModel>: Sequence {
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
