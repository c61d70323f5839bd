internal import MocoaLocalization

/// The result of the search for the module that shows an element.
///
/// It contains all candidates that were tried. All elements with the same kind, name and section
/// share one instance.
public final class Resolution: Sendable {
  /// A module that was tried.
  public struct Candidate: Hashable, Sendable {
    /// The result of trying a candidate.
    public enum Outcome: Hashable, Sendable {
      /// The kind or name from the data is not valid.
      case illegalName(ModuleSegment.ValidationError)

      /// The module does not exist, and no provider supports it.
      case notRegistered

      /// A value is stored at the address instead of a module.
      case notAModule(type: String)

      /// The module has no view model.
      case noViewModel

      /// The module has a view model and is the result.
      case chosen
    }

    /// The address of the candidate.
    public let url: String

    /// The result of trying the candidate.
    public let outcome: Outcome
  }

  /// A description of an element to resolve: its list, section, kind and name.
  public struct Request: Hashable, Sendable {
    /// The address of the list.
    public let list: ModuleURL

    /// The name of the section; empty for the default section.
    public let section: String

    /// The kind of the element.
    public let kind: ElementKind

    /// The name of the element; empty for the default name.
    public let name: String
  }

  /// The description of the element.
  public let request: Request

  /// The address of the module that the names of the element and its section refer to.
  public let requested: String

  /// The module at the address `requested`, or `nil` if no module is registered there.
  public let requestedModule: Module?

  /// The module whose view model and view show the element, or `nil` for a placeholder.
  public let resolved: Module?

  /// The candidates that were tried, in order.
  public let candidates: [Candidate]

  init(
    request: Request, requested: String, requestedModule: Module?, resolved: Module?,
    tried: [Candidate]
  ) {
    self.request = request
    self.requested = requested
    self.requestedModule = requestedModule
    self.resolved = resolved
    self.candidates = tried
  }
}

extension Resolution {
  /// Returns the resolution of an element, whose module is the first candidate with a view model.
  ///
  /// The candidates are, in order:
  /// 1. named section, named element
  /// 2. named section, default element
  /// 3. default section, named element
  /// 4. default section, default element
  ///
  /// Candidates that are equal because a name is empty are tried once. The method creates no
  /// modules itself. For each candidate that is not registered, the registry calls its providers,
  /// which may register modules.
  @MainActor
  public static func resolve(
    _ kind: ElementKind, named name: String, section: String, in list: Module
  ) -> Resolution {
    var tried: [Candidate] = []
    var requestedModule: Module?
    var resolved: Module?
    for sectionName in section.isEmpty ? [""] : [section, ""] {
      for elementName in name.isEmpty ? [""] : [name, ""] {
        let address = Address(list: list, section: sectionName, kind: kind, name: elementName)
        let found = address.lookUp()
        if tried.isEmpty { requestedModule = found.module }
        tried.append(Candidate(url: address.text, outcome: found.outcome))
        if found.outcome == .chosen {
          resolved = found.module
          break
        }
      }
      if resolved != nil { break }
    }
    let request = Request(list: list.url, section: section, kind: kind, name: name)
    return Resolution(
      request: request, requested: tried[0].url, requestedModule: requestedModule,
      resolved: resolved, tried: tried)
  }

  /// Returns the class of a section's view model, and the module that registers it.
  ///
  /// The named section has priority over the default section. If neither has a class, the method
  /// returns `SectionViewModel` and `nil`.
  @MainActor
  static func section(_ name: String, in list: Module) -> (SectionViewModel.Type, Module?) {
    for candidate in name.isEmpty ? [""] : [name, ""] {
      if let segment = try? ModuleSegment(name: candidate),
        let module = list.find([segment]), let type = module.sectionSlot
      {
        return (type, module)
      }
    }
    return (SectionViewModel.self, nil)
  }

  /// The address of one candidate.
  @MainActor
  private struct Address {
    let list: Module
    let section: String
    let kind: ElementKind
    let name: String

    /// The address as text.
    ///
    /// An invalid name appears as it is in the data.
    var text: String {
      let plain = name.isEmpty ? ":" : name
      let element = kind == .cell ? plain : "\(kind.segmentKind):\(name)"
      let base = list.url.description
      let separator = base.hasSuffix("/") ? "" : "/"
      return base + separator + (section.isEmpty ? ":" : section) + "/" + element
    }

    func lookUp() -> (module: Module?, outcome: Candidate.Outcome) {
      if kind.isReserved { return (nil, .illegalName(.reserved)) }
      do throws(ModuleSegment.ValidationError) {
        let sectionSegment = try ModuleSegment(name: section)
        let elementSegment = try ModuleSegment(kind: kind.segmentKind, name: name)
        guard let module = list.find([sectionSegment, elementSegment]) else {
          return (nil, .notRegistered)
        }
        if let value = module.value { return (nil, .notAModule(type: "\(type(of: value))")) }
        return (module, module.cellSlot == nil ? .noViewModel : .chosen)
      } catch {
        return (nil, .illegalName(error))
      }
    }
  }
}

extension Resolution.Candidate.Outcome: CustomStringConvertible {
  /// A short description of the outcome.
  public var description: String {
    switch self {
    case .illegalName(let error): localized("not a valid name: it \(error)")
    case .notRegistered: localized("not registered")
    case .notAModule(let type): localized("a \(type), not a module")
    case .noViewModel: localized("no view model")
    case .chosen: localized("chosen")
    }
  }
}

/// A cache of the resolutions of a list, valid until the next registration.
///
/// It is a class because providers and activity observers may request a resolution from the same
/// list while the list calls them.
@MainActor
final class ResolutionCache {
  private struct Key: Hashable {
    let kind: ElementKind
    let name: String
    let section: String
  }

  /// The maximum number of cached resolutions of names that are not registered.
  ///
  /// These names come from data, so there may be as many names as records. The number of registered
  /// names is limited by the number of modules.
  private static let fallbackLimit = 1024

  private var resolutions: [Key: Resolution] = [:]
  private var fallbackCount = 0
  private var revision = -1

  /// The number of requests whose result was not in the cache.
  private(set) var missCount = 0

  /// Returns the resolution of an element of a list.
  ///
  /// - Complexity: O(1) in the number of modules. A cached resolution needs no allocation.
  func resolve(
    _ kind: ElementKind, named name: String, section: String, in list: Module
  ) -> Resolution {
    if revision != list.sharedState.revision { removeAll(revision: list.sharedState.revision) }
    let key = Key(kind: kind, name: name, section: section)
    if let resolution = resolutions[key] { return resolution }
    missCount += 1
    let resolution = Resolution.resolve(kind, named: name, section: section, in: list)
    // A provider may have registered other modules during the call.
    if revision != list.sharedState.revision { removeAll(revision: list.sharedState.revision) }
    if resolution.isFallback, resolutions[key] == nil {
      if fallbackCount == Self.fallbackLimit {
        resolutions = resolutions.filter { !$0.value.isFallback }
        fallbackCount = 0
      }
      fallbackCount += 1
    }
    resolutions[key] = resolution
    // Logged last, because an observer may request the same resolution or register a module.
    list.sharedState.log(resolution)
    return resolution
  }

  private func removeAll(revision now: Int) {
    resolutions.removeAll(keepingCapacity: true)
    fallbackCount = 0
    revision = now
  }
}

extension Resolution {
  /// A Boolean value that indicates whether the element is not shown by the module that it names.
  fileprivate var isFallback: Bool {
    candidates.first?.outcome != .chosen
  }
}
