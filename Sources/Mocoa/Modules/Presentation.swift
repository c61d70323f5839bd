/// A type that identifies a renderer and the slot that each module has for it.
///
/// The core never names a renderer. A renderer declares its own type and the type of its slot, so
/// every module can hold one view per renderer:
///
/// ```swift
/// enum TerminalPresentation: Presentation { typealias Slot = AnyCellView }
/// ```
@MainActor
public protocol Presentation {
  /// The type of the value that the renderer stores in a module.
  associatedtype Slot
}
