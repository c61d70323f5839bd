internal import MocoaLanguage

extension Module {
  /// What can be registered in a module.
  public enum Slot: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The type of the models.
    case model = "Model"

    /// The view of one renderer.
    case view = "View"

    /// The class of the cell view models.
    case viewModel = "ViewModel"

    /// The rows of every element.
    case height = "Height"

    /// The class of the section view models.
    case section = "Section"

    /// How the page is made.
    case page = "Page"

    /// A value in place of a module.
    case value = "Value"

    /// The name of the slot.
    public var description: String { rawValue }
  }

  /// Where something was registered.
  public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `Target/File.swift`.
    public let file: String

    /// The line in it.
    public let line: UInt

    /// A place in the source.
    public init(file: StaticString, line: UInt) {
      self.file = "\(file)"
      self.line = line
    }

    /// `file:line`.
    public var description: String { "\(file):\(line)" }
  }

  /// One registration that was made: the slot, what was put there, and where that was said.
  public struct Registration: Hashable, Sendable {
    /// The slot.
    public let slot: Slot

    /// The name of what was registered.
    public let type: String

    /// Where it was said.
    public let origin: Origin

    /// The renderer whose view it is.
    let presentation: ObjectIdentifier?

    /// The revision of the registry that it made, which no other registration there has.
    let number: Int

    /// Whether one of the two takes the place of the other.
    func isSamePlace(as other: Registration) -> Bool {
      slot == other.slot && presentation == other.presentation
    }
  }

  /// Two registrations of which the second took the place of the first.
  public struct Replacement: Hashable, Sendable, CustomStringConvertible {
    /// The module.
    public let url: ModuleURL

    /// What does not count any more.
    public let former: Registration

    /// What was registered next in the same slot.
    public let next: Registration

    /// Both, with their origins, in one line.
    public var description: String {
      phrase(
        """
        \(url): \(next.slot) \(next.type) (\(next.origin)) replaces \
        \(former.type) (\(former.origin))
        """)
    }
  }

  /// Which registrations that count took the place of others, oldest first.
  ///
  /// The last one counts, silently: a program may replace what a library registers. Two views are in
  /// each other's way only where they are views of one renderer.
  public var replacements: [Replacement] {
    registrations.indices.compactMap { place in
      let next = registrations[place]
      let former = registrations[..<place].last { $0.isSamePlace(as: next) }
      return former.map { Replacement(url: url, former: $0, next: next) }
    }
  }

  /// What counts now in a slot: the last that was registered there.
  public func registration(in slot: Slot) -> Registration? {
    registrations.last { $0.slot == slot }
  }
}
