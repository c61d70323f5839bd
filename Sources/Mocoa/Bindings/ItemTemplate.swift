/// The representation of an item of a binding: text, a view model, or a module.
///
/// The binding calls its template function each time when it needs the representation of an item.
/// The function must return the same representation for equal items. The content is created only
/// when the item is shown.
@MainActor
public struct ItemTemplate {
  enum Form {
    case text(() -> TextContent)
    case cell(AnyCellViewModel.Type, () -> AnyCellViewModel)
    case module(ModuleURL)
  }

  let form: Form

  /// Creates a template that shows text.
  ///
  /// The text is created again when the item's content changes.
  public static func text(_ content: @escaping @autoclosure () -> TextContent) -> ItemTemplate {
    ItemTemplate(form: .text(content))
  }

  /// Creates a template that shows one line of text: leading spans, and trailing spans at the right
  /// end.
  public static func text(
    _ leading: @escaping @autoclosure () -> [TextContent.Span],
    trailing: @escaping @autoclosure () -> [TextContent.Span] = []
  ) -> ItemTemplate {
    ItemTemplate(form: .text { TextContent(leading(), trailing: trailing()) })
  }

  /// Creates a template that shows a view model of a class.
  ///
  /// Each evaluation of `make` must create a new instance.
  ///
  /// When the content of the item changes, the list calls `update(with:)` of the view model, unless
  /// the template then returns another class. Renderers show the `content` of the view model. A
  /// view model with a view must be registered with it in a module.
  public static func viewModel<ViewModel: AnyCellViewModel>(
    _ make: @escaping @autoclosure () -> ViewModel
  ) -> ItemTemplate {
    ItemTemplate(form: .cell(ViewModel.self, make))
  }

  /// Creates a template that shows the item with the module at a URL.
  ///
  /// The module must be a module for cells, at any address. If it does not exist, the item is shown
  /// as a placeholder with the reason.
  public static func module(_ url: ModuleURL) -> ItemTemplate {
    ItemTemplate(form: .module(url))
  }
}
