public import Mocoa

/// The terminal's key to how the items of a section stand side by side.
public enum GridPresentation: Presentation {
  /// A grid.
  public typealias Slot = GridStyle
}

extension Module {
  /// Has the items of a section stand side by side, in a terminal.
  ///
  /// Registered at a section it is for the sections of that name, at the default section for all
  /// that have none of their own, at a list for all its sections.
  @discardableResult
  public func grid(
    _ style: GridStyle = GridStyle(), file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    setSlot(
      style, for: GridPresentation.self, named: "grid", origin: Origin(file: file, line: line))
    return self
  }

  /// How items of the sections with a name stand in the list that this module is; nil where each has
  /// a line of its own.
  func gridStyle(ofSection name: String) -> GridStyle? {
    for candidate in name.isEmpty ? [""] : [name, ""] {
      if let segment = try? ModuleSegment(name: candidate),
        let style = existingSubmodule(segment)?.slot(for: GridPresentation.self)
      {
        return style
      }
    }
    return slot(for: GridPresentation.self)
  }
}
