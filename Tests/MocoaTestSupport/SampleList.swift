public import Mocoa
internal import MocoaModel

/// A view model that shows the text of an item, one row for each line.
public final class SampleCellViewModel: CellViewModel<SampleItem> {
  public override var content: TextContent? {
    TextContent(
      lines: model.text.split(separator: "\n").map { .init([.init(String($0), .title)]) })
  }
}

/// A view model that shows an item as a heading, with its number at the right.
public final class SampleHeadingViewModel: CellViewModel<SampleItem> {
  public override var content: TextContent? {
    TextContent([.init(model.text, .heading)], trailing: [.init("\(model.id)", .detail)])
  }
}

/// Returns a registry with a list at `mocoa://notes/`.
///
/// Items and headers of the kind `note` are registered. Other kinds are not.
@MainActor
public func notesRegistry() -> ModuleRegistry {
  let registry = ModuleRegistry()
  registry.define("mocoa://notes/").section.cell("note").register(SampleCellViewModel.self)
  registry.define("mocoa://notes/").section.header("note").register(SampleHeadingViewModel.self)
  return registry
}

/// Returns an item of the kind `note`.
///
/// Its default text is its number.
public func note(_ id: Int, _ text: String? = nil, kind: String = "note") -> SampleItem {
  SampleItem(id, text ?? "item \(id)", kind: kind)
}
