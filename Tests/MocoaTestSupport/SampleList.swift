public import Mocoa
internal import MocoaModel

/// Shows an item by its text, a line for each line of it.
public final class SampleCellViewModel: CellViewModel<SampleItem> {
  public override var content: TextContent? {
    TextContent(
      lines: model.text.split(separator: "\n").map { .init([.init(String($0), .title)]) })
  }
}

/// Shows an item as a heading, with its number at the right end.
public final class SampleHeadingViewModel: CellViewModel<SampleItem> {
  public override var content: TextContent? {
    TextContent([.init(model.text, .heading)], trailing: [.init("\(model.id)", .detail)])
  }
}

/// A registry with one list at `mocoa://notes/`: items of the kind `note`, and headers of that kind,
/// are shown; other kinds are registered nowhere.
@MainActor
public func notesRegistry() -> ModuleRegistry {
  let registry = ModuleRegistry()
  registry["mocoa://notes/"].section.cell("note").register(SampleCellViewModel.self)
  registry["mocoa://notes/"].section.header("note").register(SampleHeadingViewModel.self)
  return registry
}

/// An item of the kind `note`, called by its number unless said otherwise.
public func note(_ id: Int, _ text: String? = nil, kind: String = "note") -> SampleItem {
  SampleItem(id, text ?? "item \(id)", kind: kind)
}
