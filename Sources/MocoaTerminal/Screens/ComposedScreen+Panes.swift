internal import Mocoa

extension ComposedScreen {
  /// A pane with its screen or module, and its frame.
  @MainActor
  final class PaneState {
    /// The identity of the content.
    ///
    /// The pane retains the content, because the address of a released object can be reused.
    let identity: ObjectIdentifier
    private let pane: Pane

    /// The screen of the pane, or `nil` for a module.
    let screen: (any Screen)?

    private let module: EmbeddedModule?

    /// The frame of the last layout, or `nil` before the first layout.
    private(set) var frame: Rect?

    /// A Boolean value that indicates whether the last notification of the content was that it is
    /// visible.
    private var isDisplayed = false

    init(_ part: Pane, _ context: ScreenContext) {
      self.pane = part
      identity = part.identity
      switch part {
      case .page(let page): (screen, module) = (page.makeScreen(context), nil)
      case .screen(let screen): (self.screen, module) = (screen, nil)
      case .module(let viewModel): (screen, module) = (nil, EmbeddedModule(viewModel, context))
      }
    }

    /// A Boolean value that indicates whether the pane is visible.
    ///
    /// It is `true` before the first layout.
    var isVisible: Bool { frame?.isEmpty != true }

    var theme: Theme {
      get { screen?.styling?.theme ?? module?.context.theme ?? .standard }
      set {
        screen?.styling?.theme = newValue
        module?.context.theme = newValue
      }
    }

    var isDebugging: Bool {
      get { screen?.styling?.isDebugging ?? module?.context.isDebugging ?? false }
      set {
        screen?.styling?.isDebugging = newValue
        module?.context.isDebugging = newValue
      }
    }

    /// Returns `true` if the pane is completely visible in a window of a size.
    func fits(in size: Size) -> Bool {
      if let module { return size.rows >= module.rows(columns: size.columns) }
      guard let rows = screen?.selfSizing?.preferredRowCount else { return false }
      return size.rows >= max(1, rows)
    }

    /// Lays out the pane.
    func layOut(in frame: Rect, hasStickyHeaders sticks: Bool) {
      self.frame = frame
      guard !frame.isEmpty else { return }
      screen?.layOut(in: frame.size, hasStickyHeaders: sticks)
    }

    /// Notifies the content of the last layout.
    ///
    /// If the frame is empty, the content is notified that it is not visible.
    func commitLayout() {
      guard let frame, !frame.isEmpty else { return endDisplaying() }
      isDisplayed = true
      screen?.commitLayout()
      module?.commitLayout(in: frame.size)
    }

    func draw(into canvas: inout Canvas) {
      screen?.draw(into: &canvas)
      module?.draw(into: &canvas)
    }

    /// Notifies the content once that it is not visible any more.
    func endDisplaying() {
      guard isDisplayed else { return }
      isDisplayed = false
      screen?.endDisplaying()
      module?.endDisplaying()
    }
  }
}

/// A screen that behaves differently if it is a pane of another screen.
@MainActor
protocol PartScreen: Screen {
  /// A Boolean value that indicates whether the screen is a pane of another screen.
  ///
  /// The focus can then move to the next pane of that screen.
  var isEmbedded: Bool { get set }

  /// Focuses the first or the last part of the screen.
  ///
  /// - Parameter distance: The direction of the movement: 1 for the first part, -1 for the last.
  func focusFirst(movingBy distance: Int)
}

extension ComposedScreen: PartScreen {}
extension FormScreen: PartScreen {}

extension ComposedScreen.Pane {
  /// The identity of the object that the pane shows.
  @MainActor var identity: ObjectIdentifier {
    switch self {
    case .page(let page): ObjectIdentifier(page)
    case .module(let viewModel): ObjectIdentifier(viewModel)
    case .screen(let screen): ObjectIdentifier(screen)
    }
  }

  /// A Boolean value that indicates whether the content still belongs to a page.
  @MainActor var exists: Bool {
    switch self {
    case .page(let page): page.parent != nil
    case .module(let viewModel): viewModel.parent != nil
    case .screen: true
    }
  }
}
