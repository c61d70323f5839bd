/// What an application shows and does: everything but the loop.
@MainActor
public protocol ApplicationContent: AnyObject {
  /// What keys can be bound to.
  associatedtype Action: Sendable

  /// The keys of what has the attention now, a prompt or a panel; they win over the application's.
  var contextKeys: KeyTable<Action>? { get }

  /// Whether the application's own keys count now; false while text is typed.
  var usesApplicationKeys: Bool { get }

  /// Does what a key is bound to.
  func perform(_ action: Action)

  /// Takes a key that is bound to nothing.
  func receive(_ key: KeyPress)

  /// A Boolean value that indicates whether keys that are bound to nothing only add to a text.
  ///
  /// Then those that are pending come together to `receive(typed:)`.
  var collectsTypedKeys: Bool { get }

  /// Receives several keys that are bound to nothing, as text from a terminal that does not mark what is
  /// pasted.
  func receive(typed keys: [KeyPress])

  /// Takes what the mouse did.
  func receive(_ event: MouseEvent)

  /// Takes text that was pasted; `isWhole` is false where its rest is missing.
  func receive(pasted text: String, isWhole: Bool)

  /// Takes whether text stands on light or on dark.
  func receive(isLight: Bool)

  /// Draws everything on a canvas of the terminal's size.
  ///
  /// - Returns: where the terminal's cursor stands; nil hides it.
  func draw(into canvas: inout Canvas) -> Point?

  /// Called after a frame was transmitted, with its size.
  func didShow(_ size: Size)

  /// How long the frame that was drawn is to stand before `advance`; nil where nothing moves.
  var frameDelay: Duration? { get }

  /// Goes on to the next frame of what moves; it is drawn afterwards.
  func advance()
}

extension ApplicationContent {
  /// Keys come one by one.
  public var collectsTypedKeys: Bool { false }

  /// Receives them one by one.
  public func receive(typed keys: [KeyPress]) {
    for key in keys { receive(key) }
  }

  /// Looks the same on both.
  public func receive(isLight: Bool) {}

  /// Does nothing.
  public func didShow(_ size: Size) {}

  /// Nothing moves.
  public var frameDelay: Duration? { nil }

  /// Does nothing.
  public func advance() {}
}

/// What content may ask of the application that runs it.
@MainActor
public protocol ApplicationControl: AnyObject {
  /// Asks for a new frame; several requests before it come to one.
  func setNeedsDisplay()

  /// Ends the program with an exit status.
  func quit(status: Int32)

  /// Gives the terminal back to the shell until it is continued.
  func suspend()

  /// Gives the terminal back while something else has it, and takes it again.
  ///
  /// - Parameters:
  ///   - wholeScreen: whether it is used as a screen, which an editor does, and not line by line.
  ///   - perform: uses the terminal, and returns when it is free again.
  func lendTerminal(wholeScreen: Bool, _ perform: (LentTerminal) -> Void)

  /// Sends the whole screen again.
  func repaint()

  /// Whether the mouse is told of; it stays false where the terminal has none.
  var isMouseOn: Bool { get set }

  /// Puts a text into the clipboard.
  func copy(_ text: String) throws(ClipboardError)

  /// Rings the bell.
  func bell()
}
