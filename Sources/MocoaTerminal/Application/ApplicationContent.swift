/// A type that provides the content of an application and processes its events.
@MainActor
public protocol ApplicationContent: AnyObject {
  /// The type of actions that keys can be bound to.
  associatedtype Action: Sendable

  /// The keys of the focused prompt or panel, which take precedence over the keys of the
  /// application.
  var contextKeys: KeyTable<Action>? { get }

  /// A Boolean value that indicates whether the keys of the application are active.
  ///
  /// It is `false` during text input.
  var allowsApplicationKeys: Bool { get }

  /// Performs the action of a key.
  func perform(_ action: Action)

  /// Processes a key that is not bound to an action.
  func receive(_ key: KeyPress)

  /// A Boolean value that indicates whether keys that are not bound to an action only insert text.
  ///
  /// If so, pending keys of this kind are delivered together to ``receive(typed:)``.
  var collectsTypedKeys: Bool { get }

  /// Processes several keys that are not bound to an action.
  ///
  /// They may be pasted text from a terminal that does not mark pasted text.
  func receive(typed keys: [KeyPress])

  /// Processes a mouse event.
  func receive(_ event: MouseEvent)

  /// Processes pasted text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isWhole: `false` if the end of the text is missing.
  func receive(pasted text: String, isComplete isWhole: Bool)

  /// Processes a report of the background color of the terminal.
  ///
  /// - Parameter isLight: `true` for a light background, `false` for a dark one.
  func backgroundDidChange(isLight: Bool)

  /// Updates the layout for a window, before each frame is drawn.
  func layOut(in size: Size)

  /// Notifies view models of the new layout.
  ///
  /// The application calls this method once for each frame, after the layout and before drawing.
  func commitLayout()

  /// Draws the content on a canvas of the terminal's size, without changing its state.
  ///
  /// - Returns: The point of the terminal's cursor, or `nil` to hide it.
  func draw(into canvas: inout Canvas) -> Point?

  /// Notifies the content that a frame was sent to the terminal.
  func didShow(_ frame: Surface)

  /// The time for which the drawn frame is shown before `advance` is called, or `nil` without an
  /// animation.
  var frameDelay: Duration? { get }

  /// Advances the animations to the next frame.
  ///
  /// The application draws it afterwards.
  func advance()
}

extension ApplicationContent {
  /// `false` by default: keys are delivered one by one.
  public var collectsTypedKeys: Bool { false }

  /// Processes the keys one by one.
  public func receive(typed keys: [KeyPress]) {
    for key in keys { receive(key) }
  }

  /// Does nothing, because the content looks the same on both backgrounds.
  public func backgroundDidChange(isLight: Bool) {}

  /// Does nothing, because the drawing depends only on the canvas.
  public func layOut(in size: Size) {}

  /// Does nothing, because the content has no view models.
  public func commitLayout() {}

  /// Does nothing.
  public func didShow(_ frame: Surface) {}

  /// `nil` by default, for content without an animation.
  public var frameDelay: Duration? { nil }

  /// Does nothing.
  public func advance() {}
}

/// A type through which the content controls its application.
@MainActor
public protocol ApplicationControl: AnyObject {
  /// Requests a new frame.
  ///
  /// Several requests before the next frame are merged.
  func setNeedsDisplay()

  /// Ends the program with an exit status.
  func quit(status: Int32)

  /// Restores the terminal and stops the process until it is continued.
  func suspend()

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// - Parameters:
  ///   - wholeScreen: A Boolean value that indicates whether the closure uses the whole screen, as
  ///     an editor does, or only writes lines.
  ///   - perform: A closure that uses the terminal, and returns when it no longer needs it.
  func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void)

  /// Sends the complete last frame again.
  func repaint()

  /// A Boolean value that indicates whether mouse events are reported.
  ///
  /// It stays `false` if the terminal does not support a mouse.
  var isMouseOn: Bool { get set }

  /// Copies text to the clipboard.
  func copy(_ text: String) throws(ClipboardError)

  /// Rings the bell.
  func bell()
}
