internal import Mocoa
public import MocoaModel

extension ComposedScreen {
  /// Whether an item of the part that has the attention is marked.
  public func isMarked(_ path: ItemPath) -> Bool { focus?.isMarked(path) ?? false }

  /// What shows a part, and where it stands.
  @MainActor
  final class Piece {
    /// What the part is known by; the part is kept, for another may be known by the same otherwise.
    let identity: ObjectIdentifier
    private let part: Part

    /// The screen of a page, or one made by hand; nil for a module.
    let screen: (any Screen)?

    private let module: EmbeddedModule?

    /// Where it stands, as it was laid out last; nil before the first time.
    private(set) var frame: Rect?

    /// Whether it was laid out, and not told since that it is not seen any more.
    private var isDisplayed = false

    init(_ part: Part, _ context: ScreenContext) {
      self.part = part
      identity = part.identity
      switch part {
      case .page(let page): (screen, module) = (page.makeScreen(context), nil)
      case .screen(let screen): (self.screen, module) = (screen, nil)
      case .module(let viewModel): (screen, module) = (nil, EmbeddedModule(viewModel, context))
      }
    }

    /// Whether it has a place in the window, as far as that is known.
    var isSeen: Bool { frame?.isEmpty != true }

    var theme: Theme {
      get { screen?.theme ?? module?.context.theme ?? .standard }
      set {
        screen?.theme = newValue
        module?.context.theme = newValue
      }
    }

    var isDebugging: Bool {
      get { screen?.isDebugging ?? module?.context.isDebugging ?? false }
      set {
        screen?.isDebugging = newValue
        module?.context.isDebugging = newValue
      }
    }

    /// Whether a window shows all of it.
    func fits(in size: Size) -> Bool {
      if let module { return size.rows >= module.rows(columns: size.columns) }
      guard let rows = screen?.neededRows else { return false }
      return size.rows >= max(1, rows)
    }

    /// Lays it out where it has a place, and ends its display where it has none.
    func layOut(in frame: Rect, sticks: Bool) {
      self.frame = frame
      guard !frame.isEmpty else { return endDisplaying() }
      isDisplayed = true
      screen?.layOut(in: frame.size, sticks: sticks)
    }

    func draw(into canvas: inout Canvas) {
      screen?.draw(into: &canvas)
      module?.draw(into: &canvas)
    }

    /// Tells it once that it is not seen any more.
    func endDisplaying() {
      guard isDisplayed else { return }
      isDisplayed = false
      screen?.endDisplaying()
      module?.endDisplaying()
    }
  }
}

/// A screen that does something else where it is a part of another one.
@MainActor
protocol PartScreen: Screen {
  /// Whether it is a part, behind which another one may have the attention.
  var isEmbedded: Bool { get set }

  /// Takes the attention from the side that one comes from: 1 from before it, -1 from behind it.
  func enter(by distance: Int)
}

extension ComposedScreen: PartScreen {}
extension FormScreen: PartScreen {}

extension ComposedScreen.Part {
  /// The object that it is known by.
  @MainActor var identity: ObjectIdentifier {
    switch self {
    case .page(let page): ObjectIdentifier(page)
    case .module(let viewModel): ObjectIdentifier(viewModel)
    case .screen(let screen): ObjectIdentifier(screen)
    }
  }

  /// Whether it is still part of a page.
  @MainActor var isThere: Bool {
    switch self {
    case .page(let page): page.parent != nil
    case .module(let viewModel): viewModel.parent != nil
    case .screen: true
    }
  }
}
