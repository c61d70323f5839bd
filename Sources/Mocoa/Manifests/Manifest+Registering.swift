internal import MocoaModel

extension Module.Origin {
  /// A place in a file of data.
  init(dataFile file: String, line: UInt) {
    (self.file, self.line) = (file, line)
  }
}

extension Manifest {
  /// Registers the modules that the manifest describes, in the same nodes as code would.
  ///
  /// What a former version of it had put somewhere, and this one does not, is taken back where it
  /// still counts; what others have registered there stays.
  ///
  /// - Parameters:
  ///   - former: what the version before has registered.
  ///   - file: what the manifest's file is called.
  ///   - line: the line of a place in it.
  ///   - makePage: makes the page at its address; nil where it registers none.
  /// - Returns: what it has put into modules, to be taken back.
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
        return $0.note(.page, title, origin)
      }
    }
    // At last, so that a module that both fill never leaves the tree.
    if let former { registration.replace(former) }
    return registration
  }
}

extension Manifest.Kind {
  /// A header or a footer.
  init(_ line: LineTemplate) {
    self.init(template: CellTemplate(lines: [line]), height: 1)
  }
}

extension ManifestRegistration {
  /// Registers what a manifest says of a kind.
  fileprivate mutating func fill(
    _ module: Module, with kind: Manifest.Kind, _ origin: Module.Origin
  ) {
    fill(module) {
      $0.cellSlot = TemplateCellViewModel.self
      return $0.note(.viewModel, "\(TemplateCellViewModel.self)", origin)
    }
    fill(module) {
      $0.height = kind.height
      return $0.note(.height, "\(kind.height)", origin)
    }
    fill(module) {
      let name = kind.template.lines.first.map { "\"\($0.text)\"" } ?? ""
      return $0.setSlot(kind.template, for: TemplatePresentation.self, named: name, origin: origin)
    }
  }
}
