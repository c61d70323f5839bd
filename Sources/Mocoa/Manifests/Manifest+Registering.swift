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
  /// What a former version of it had registered and this one has not is taken back.
  ///
  /// - Parameters:
  ///   - former: the version that was registered before.
  ///   - file: what the manifest's file is called.
  ///   - line: the line of a place in it.
  /// - Returns: the list module.
  @discardableResult
  @MainActor
  public func register(
    in registry: ModuleRegistry, replacing former: Manifest? = nil, file: String,
    line: (ManifestPath) -> Int
  ) -> Module {
    func origin(_ path: ManifestPath) -> Module.Origin {
      Module.Origin(dataFile: file, line: UInt(clamping: line(path)))
    }
    former?.takeBack(from: registry, except: self)
    let list = registry.register(at: url)
    let section = list.section
    if let defaultKind { section.cell.fill(defaultKind, origin(ManifestPath([.field("row")]))) }
    for (name, kind) in kinds { section.cell(name).fill(kind, origin(.kind(name))) }
    if let header {
      section.header.fill(Kind(header), origin(ManifestPath([.field("header")])))
    }
    if let footer {
      section.footer.fill(Kind(footer), origin(ManifestPath([.field("footer")])))
    }
    return list
  }

  /// Empties the modules that another version does not fill.
  @MainActor
  private func takeBack(from registry: ModuleRegistry, except new: Manifest) {
    let isSame = url.isSameModule(as: new.url)
    let section = registry.register(at: url).section
    if defaultKind != nil, !isSame || new.defaultKind == nil { section.cell.unregister() }
    for (name, _) in kinds where !isSame || !new.kinds.contains(where: { $0.name == name }) {
      section.cell(name).unregister()
    }
    if header != nil, !isSame || new.header == nil { section.header.unregister() }
    if footer != nil, !isSame || new.footer == nil { section.footer.unregister() }
  }
}

extension Manifest.Kind {
  /// A header or a footer.
  init(_ line: LineTemplate) {
    self.init(template: CellTemplate(lines: [line]), height: 1)
  }
}

extension Module {
  /// Registers what a manifest says of a kind.
  fileprivate func fill(_ kind: Manifest.Kind, _ origin: Origin) {
    cellSlot = TemplateCellViewModel.self
    note(.viewModel, "\(TemplateCellViewModel.self)", origin)
    height = kind.height
    note(.height, "\(kind.height)", origin)
    let name = kind.template.lines.first.map { "\"\($0.text)\"" } ?? ""
    setSlot(kind.template, for: TemplatePresentation.self, named: name, origin: origin)
  }
}
