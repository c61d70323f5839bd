/// What shows an item of a binding: a text, a view model, or a module.
///
/// A binding has one function that says it for each item, and asks it as often as it needs to know:
/// the function says the same for the same item, and what it gives is made only when it is shown.
@MainActor
public struct ItemTemplate {
  enum Form {
    case text(() -> TextContent)
    case cell(AnyCellViewModel.Type, () -> AnyCellViewModel)
    case module(ModuleURL)
  }

  let form: Form

  /// A text, made anew whenever the item has other content.
  public static func text(_ content: @escaping @autoclosure () -> TextContent) -> ItemTemplate {
    ItemTemplate(form: .text(content))
  }

  /// A text of one line: pieces from the left, and pieces at the right end.
  public static func text(
    _ leading: @escaping @autoclosure () -> [TextContent.Span],
    trailing: @escaping @autoclosure () -> [TextContent.Span] = []
  ) -> ItemTemplate {
    ItemTemplate(form: .text { TextContent(leading(), trailing: trailing()) })
  }

  /// A view model of a class, a new one with each call.
  ///
  /// When the item has other content, its view model gets that (`adopt(_:)`), unless the template
  /// says another class then. Renderers show its `content`; one that has a view of its own is
  /// registered with it in a module.
  public static func cell<ViewModel: AnyCellViewModel>(
    _ make: @escaping @autoclosure () -> ViewModel
  ) -> ItemTemplate {
    ItemTemplate(form: .cell(ViewModel.self, make))
  }

  /// The module at a URL, with its view model and views.
  ///
  /// It is a module for cells, wherever it is registered; where there is none, the item shows as a
  /// placeholder that says so.
  public static func module(_ url: ModuleURL) -> ItemTemplate {
    ItemTemplate(form: .module(url))
  }
}
