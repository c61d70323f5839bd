internal import MocoaLocalization

extension Module {
  /// A part of a module that a registration fills, such as its view.
  public enum Slot: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The type of the models.
    case model = "Model"

    /// The view of one renderer.
    case view = "View"

    /// The class of the cell view models.
    case viewModel = "ViewModel"

    /// The height of every element, in rows.
    case height = "Height"

    /// The class of the section view models.
    case section = "Section"

    /// The function that creates the page.
    case page = "Page"

    /// A value that is stored instead of a module.
    case value = "Value"

    /// The name of the slot.
    public var description: String { rawValue }
  }

  /// The source location of a registration.
  public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `Target/File.swift`.
    public let file: String

    /// The line number in the file, from 1.
    public let line: UInt

    /// Creates a source location.
    public init(file: StaticString, line: UInt) {
      self.file = "\(file)"
      self.line = line
    }

    /// The location as `file:line`.
    public var description: String { "\(file):\(line)" }
  }

  /// One registration: its slot, the registered type and its source location.
  public struct Registration: Hashable, Sendable {
    /// The slot that is filled.
    public let slot: Slot

    /// The name of the registered type or value.
    public let type: String

    /// The source location of the registration.
    public let origin: Origin

    /// The renderer of a registered view, or `nil` for other slots.
    let presentation: ObjectIdentifier?

    /// The revision of the registry after this registration.
    ///
    /// No other registration in the registry has the same number.
    let number: Int

    /// Returns `true` if this registration and another one cannot both be in effect.
    ///
    /// They have the same slot and the same renderer.
    func hasSameSlot(as other: Registration) -> Bool {
      slot == other.slot && presentation == other.presentation
    }
  }

  /// Two registrations in the same slot, the second of which replaced the first.
  public struct Replacement: Hashable, Sendable, CustomStringConvertible {
    /// The address of the module.
    public let url: ModuleURL

    /// The registration that is no longer in effect.
    public let old: Registration

    /// The next registration in the same slot.
    public let new: Registration

    /// Both registrations and their origins in one line.
    public var description: String {
      localized(
        """
        \(url): \(new.slot) \(new.type) (\(new.origin)) replaces \
        \(old.type) (\(old.origin))
        """)
    }
  }

  /// The replacements of registrations that this module still stores, oldest first.
  ///
  /// The last registration in a slot is in effect, without a warning, because a program may replace
  /// the registrations of a library. A view replaces another view only if both belong to one
  /// renderer.
  public var replacements: [Replacement] {
    registrations.indices.compactMap { place in
      let next = registrations[place]
      let former = registrations[..<place].last { $0.hasSameSlot(as: next) }
      return former.map { Replacement(url: url, old: $0, new: next) }
    }
  }

  /// Returns the registration in effect in a slot, which is the latest one, or `nil` if the slot is
  /// empty.
  public func registration(in slot: Slot) -> Registration? {
    registrations.last { $0.slot == slot }
  }
}
