public import Mocoa
public import MocoaModel

/// The style of a list whose sections form two columns if the window is wide.
///
/// The list has two columns if all of its elements are then visible. Otherwise its sections are one
/// below the other. The heights of elements must not depend on their widths.
public struct SectionColumnsStyle: Sendable, Hashable {
  /// The identities of the first sections of the list, which are in the left column.
  public var leading: Set<ItemID>

  /// The minimum width of the window in columns.
  public var minimumWidth: Int

  /// The minimum number of items in each column.
  public var minimumItemCount: Int

  /// Creates a style.
  public init(leading: Set<ItemID>, minimumWidth: Int, minimumItemCount: Int) {
    self.leading = leading
    self.minimumWidth = minimumWidth
    self.minimumItemCount = minimumItemCount
  }
}

/// The presentation that stores the section columns of lists for the terminal in modules.
///
/// A module registers the style of its list with this type as the key.
public enum SectionColumnsPresentation: Presentation {
  /// The type of the registered value: the style of the section columns.
  public typealias Slot = SectionColumnsStyle
}

extension Module {
  /// Registers two columns of sections for this list in a wide terminal.
  @discardableResult
  public func sectionColumns(
    _ style: SectionColumnsStyle, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    setSlot(
      style, for: SectionColumnsPresentation.self, named: "section columns",
      origin: Origin(file: file, line: line))
    return self
  }
}
