/// A renderer's key to its own slot in a module: what it keeps there is its own business.
///
/// The core never names a renderer. A renderer declares a type of its own and gives the slot a
/// type, and so every module can hold one view per renderer:
///
/// ```swift
/// enum TerminalPresentation: Presentation { typealias Slot = AnyCellView }
/// ```
@MainActor
public protocol Presentation {
  /// What the renderer keeps in a module.
  associatedtype Slot
}
