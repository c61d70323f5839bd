internal import MocoaModel

/// The registrations of a manifest, which can be removed together.
@MainActor
public struct ManifestRegistration {
  /// The module of the list that the manifest describes.
  public let list: Module

  /// A Boolean value that indicates whether the manifest was the first to register the address of
  /// the list.
  private var isNaming: Bool

  /// The registrations of the manifest, each with its module.
  private var filled: [(module: Module, registration: Module.Registration)] = []
  private var modules: Set<ObjectIdentifier> = []

  /// Creates an empty registration of the manifest with an address.
  init(of url: ModuleURL, in registry: ModuleRegistry) {
    let isNamed = registry.existingModule(at: url)?.isNamed ?? false
    list = registry.define(url)
    isNaming = !isNamed
  }

  /// Calls a closure that registers a part of a module, and records its registration.
  mutating func fill(_ module: Module, _ put: (Module) -> Module.Registration) {
    filled.append((module, put(module)))
    modules.insert(ObjectIdentifier(module))
  }

  /// Returns `true` if the manifest has registered a part of a module.
  public func hasRegistered(in module: Module) -> Bool {
    modules.contains(ObjectIdentifier(module))
  }

  /// Removes the registrations of the manifest that are still in effect.
  ///
  /// Registrations by other code remain.
  public func unregister() {
    if isNaming { list.isNamed = false }
    for (module, registration) in filled { module.unregister(registration) }
    list.detachIfEmpty()
  }

  /// Removes the registrations of a previous version of the manifest that are still in effect and
  /// that this version does not contain.
  mutating func replace(_ former: ManifestRegistration) {
    var former = former
    if former.list === list {
      isNaming = former.isNaming
      former.isNaming = false
    }
    former.unregister()
  }
}

extension Module.Origin {
  /// Creates the source location of a registration in a data file.
  init(dataFile file: String, line: UInt) {
    (self.file, self.line) = (file, line)
  }
}

extension Manifest {
  /// Registers the modules that the manifest describes, at the same addresses as code would.
  ///
  /// Registrations of the previous version of the manifest are removed if this version does not
  /// have them and they are still in effect. Registrations by other code remain.
  ///
  /// - Parameters:
  ///   - registry: The registry of the modules.
  ///   - former: The registration of the previous version, or `nil`.
  ///   - file: The name of the manifest file, for origins.
  ///   - line: A closure that returns the line in the file, from 1, of a path in the manifest.
  ///   - makePage: A closure that creates the page at the address of the manifest, or `nil` to
  ///     register no page.
  /// - Returns: The registration, which can be removed.
  @discardableResult
  @MainActor
  public func register(
    in registry: ModuleRegistry, replacing former: ManifestRegistration? = nil, file: String,
    line: (ManifestPath) -> Int,
    makePage: (@MainActor (PageOptions) throws -> PageViewModel)? = nil
  ) -> ManifestRegistration {
    func origin(_ path: ManifestPath) -> Module.Origin {
      Module.Origin(dataFile: file, line: UInt(clamping: line(path)))
    }
    var registration = ManifestRegistration(of: url, in: registry)
    let section = registration.list.section
    func fill(_ module: Module, _ kind: Kind, _ path: ManifestPath) {
      registration.fill(module, with: kind, origin(path))
    }
    if let defaultKind { fill(section.cell, defaultKind, ManifestPath([.field("row")])) }
    for (name, kind) in kinds { fill(section.cell(name), kind, .kind(name)) }
    if let header { fill(section.header, Kind(header), ManifestPath([.field("header")])) }
    if let footer { fill(section.footer, Kind(footer), ManifestPath([.field("footer")])) }
    if let makePage {
      let origin = origin(ManifestPath([.field("url")]))
      registration.fill(registration.list) { [title] in
        $0.pageSlot = Module.PageSlot(title: title, make: makePage)
        return $0.recordRegistration(.page, title, origin)
      }
    }
    // Last, so that a module that both versions register never leaves the tree.
    if let former { registration.replace(former) }
    return registration
  }
}

extension Manifest.Kind {
  /// Creates the representation of a header or a footer with one line.
  init(_ line: LineTemplate) {
    self.init(template: CellTemplate(lines: [line]), height: 1)
  }
}

extension ManifestRegistration {
  /// Registers the view model, the height and the template of a kind in a module.
  fileprivate mutating func fill(
    _ module: Module, with kind: Manifest.Kind, _ origin: Module.Origin
  ) {
    fill(module) {
      $0.cellSlot = TemplateCellViewModel.self
      return $0.recordRegistration(.viewModel, "\(TemplateCellViewModel.self)", origin)
    }
    fill(module) {
      $0.height = kind.height
      return $0.recordRegistration(.height, "\(kind.height)", origin)
    }
    fill(module) {
      let name = kind.template.lines.first.map { "\"\($0.text)\"" } ?? ""
      return $0.setSlot(kind.template, for: TemplatePresentation.self, named: name, origin: origin)
    }
  }
}
