public import Mocoa

/// The presentation that stores grid styles for the terminal in modules.
///
/// A module registers the grid style of a section with this type as the key.
public enum GridPresentation: Presentation {
  /// The type of the registered value: the style of a grid.
  public typealias Slot = GridStyle
}

extension Module {
  /// Registers a grid for the items of a section in a terminal.
  ///
  /// If the module is a section, the grid applies to the sections with that name. If it is the
  /// default section, the grid applies to all sections without a registered grid. If it is a list,
  /// the grid applies to all its sections.
  @discardableResult
  public func grid(
    _ style: GridStyle = GridStyle(), file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    setSlot(
      style, for: GridPresentation.self, named: "grid", origin: Origin(file: file, line: line))
    return self
  }

  /// Returns the grid style of a section of this list module, or `nil` if each item has its own
  /// line.
  ///
  /// - Parameter name: The module name of the section.
  func gridStyle(ofSection name: String) -> GridStyle? {
    for candidate in name.isEmpty ? [""] : [name, ""] {
      if let segment = try? ModuleSegment(name: candidate),
        let style = submodule(segment)?.slot(for: GridPresentation.self)
      {
        return style
      }
    }
    return slot(for: GridPresentation.self)
  }
}
