internal import MocoaLanguage

/// Which module shows an element, and everything that was tried to find it.
///
/// All elements of a kind have the same one in common: handing it out costs a reference.
public final class Resolution: Sendable {
  /// One module that was considered.
  public struct Candidate: Hashable, Sendable {
    /// How it came out.
    public enum Outcome: Hashable, Sendable {
      /// The name from the data is no legal name.
      case illegalName(ModuleSegment.Fault)

      /// There is no such module, and no provider knows it.
      case notRegistered

      /// A value is kept there that is no module.
      case notAModule(type: String)

      /// The module has no view model.
      case noViewModel

      /// The module has a view model, and is the one.
      case chosen
    }

    /// The address.
    public let url: String

    /// How it came out.
    public let outcome: Outcome
  }

  /// What was asked for: an element of a section of a list.
  public struct Request: Hashable, Sendable {
    /// The list.
    public let list: ModuleURL

    /// The name of the section; empty for the default one.
    public let section: String

    /// What the element is in its section.
    public let kind: ElementKind

    /// The name of the element; empty for the default one.
    public let name: String
  }

  /// What was asked for.
  public let request: Request

  /// The address of the module named by the element and its section.
  public let requested: String

  /// The module at that address, if it is registered.
  public let requestedModule: Module?

  /// The module whose view model, and then view, shows the element; nil for a placeholder.
  public let resolved: Module?

  /// What was tried, in order.
  public let tried: [Candidate]

  init(
    request: Request, requested: String, requestedModule: Module?, resolved: Module?,
    tried: [Candidate]
  ) {
    self.request = request
    self.requested = requested
    self.requestedModule = requestedModule
    self.resolved = resolved
    self.tried = tried
  }
}

extension Resolution {
  /// Finds the module that shows an element, which is the first candidate with a view model.
  ///
  /// The candidates are: 1. named section, name; 2. named section, default; 3. default section,
  /// name; 4. default section, default. Those that are equal because a name is empty are tried once.
  ///
  /// A pure function of the tree: nothing is created, unless a provider registers what it is asked
  /// for. Providers are asked for each candidate in turn, where nobody has registered it.
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
        let found = address.look()
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

  /// The class that a section's view model has: of the named section, else of the default one,
  /// else the plain one; and the module it came from.
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

  /// One place to look.
  @MainActor
  private struct Address {
    let list: Module
    let section: String
    let kind: ElementKind
    let name: String

    /// The address as text; a name that is illegal stands in it as the data has it.
    var text: String {
      let plain = name.isEmpty ? ":" : name
      let element = kind == .cell ? plain : "\(kind.segmentKind):\(name)"
      let base = list.url.description
      let separator = base.hasSuffix("/") ? "" : "/"
      return base + separator + (section.isEmpty ? ":" : section) + "/" + element
    }

    func look() -> (module: Module?, outcome: Candidate.Outcome) {
      if kind.isReserved { return (nil, .illegalName(.reserved)) }
      do throws(ModuleSegment.Fault) {
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
  /// The outcome in a few words.
  public var description: String {
    switch self {
    case .illegalName(let fault): phrase("not a legal name: it \(fault)")
    case .notRegistered: phrase("not registered")
    case .notAModule(let type): phrase("a \(type), not a module")
    case .noViewModel: phrase("no view model")
    case .chosen: phrase("chosen")
    }
  }
}
