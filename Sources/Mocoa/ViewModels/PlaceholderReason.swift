internal import MocoaLocalization

/// The reason why an element is shown as a placeholder.
public enum PlaceholderReason: Hashable, Sendable {
  /// A part of a module that is needed to show an element.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The type of the models.
    case model = "Model"

    /// The view of the renderer.
    case view = "View"

    /// The class of the view models.
    case viewModel = "ViewModel"
  }

  /// No module is registered for the kind.
  case noModule

  /// A value is stored at the address of the module.
  case notAModule(type: String)

  /// The name of the kind comes from the data and is not valid.
  case illegalName(ModuleSegment.ValidationError)

  /// The module lacks parts, listed in the order Model, View, ViewModel.
  case missingParts([Part])

  /// The view model of the module cannot show this model.
  ///
  /// The associated value is the reason in one line.
  case model(String)

  /// The view of the module cannot show this view model.
  ///
  /// The associated value is the reason in one line.
  case view(String)
}

extension PlaceholderReason: CustomStringConvertible {
  /// A short description of the reason.
  public var description: String {
    switch self {
    case .noModule: localized("unregistered kind")
    case .notAModule(let type): localized("\(type) is a value, not a module")
    case .illegalName(let fault): localized("invalid kind name: it \(fault)")
    case .missingParts(let parts):
      localized("lacks \(parts.map(\.rawValue).joined(separator: ", "))")
    case .model(let mismatch): localized("model mismatch: \(mismatch)")
    case .view(let mismatch): localized("view mismatch: \(mismatch)")
    }
  }
}

extension Resolution {
  /// Returns the reason why an element has a placeholder, for a renderer.
  ///
  /// The reason refers to the module that the element names, not to other candidates.
  @MainActor
  public func placeholderReason<P: Presentation>(for presentation: P.Type) -> PlaceholderReason {
    if case .illegalName(let fault)? = candidates.first?.outcome { return .illegalName(fault) }
    if case .notAModule(let type)? = candidates.first?.outcome { return .notAModule(type: type) }
    guard let requestedModule else { return .noModule }
    return .missingParts(requestedModule.missingParts(for: presentation))
  }
}
