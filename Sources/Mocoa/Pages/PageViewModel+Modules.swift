internal import MocoaModel

extension PageViewModel {
  /// Makes the view model of a module that stands in this page by itself, in no list, and adds it.
  ///
  /// Its model is the option `model`, where that is a `CellModel`; else the options themselves, as a
  /// record. What cannot be made is a placeholder that says why, as it would be in a list.
  ///
  /// - Parameter options: values beside those of the URL; a value wins over it, nil hides it.
  @discardableResult
  public final func embedModule(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) -> AnyCellViewModel {
    let options = PageOptions(url: url, explicit: options)
    let model = options["model"] as? any CellModel ?? OptionRecord(options: options)
    let module = try? navigator?.registry.module(at: url)
    let viewModel: AnyCellViewModel
    do {
      viewModel =
        if let module, let type = module.cellSlot {
          try type.make(from: module.model(of: model))
        } else {
          PlaceholderViewModel(element: model)
        }
    } catch {
      viewModel = PlaceholderViewModel(element: model, mismatch: "\(error)")
    }
    viewModel.resolution = Resolution(embedding: url, found: module)
    attach(viewModel, at: children.count)
    return viewModel
  }
}

extension Resolution {
  /// How a module that is asked for by its own URL was found: nothing else is tried.
  @MainActor
  fileprivate init(embedding url: ModuleURL, found module: Module?) {
    let segment = url.path.last ?? .default
    let outcome: Candidate.Outcome =
      module.map { $0.cellSlot == nil ? .noViewModel : .chosen } ?? .notRegistered
    let address = url.module.description
    self.init(
      request: Request(
        list: url.parent ?? url.module, section: "", kind: ElementKind(segment.kind),
        name: segment.name),
      requested: address, requestedModule: module,
      resolved: outcome == .chosen ? module : nil,
      tried: [Candidate(url: address, outcome: outcome)])
  }
}

/// The options of a URL as the record that a module shows.
struct OptionRecord: CellModel, FieldReadable {
  let options: PageOptions

  var itemID: ItemID { ItemID(options.url.description) }

  func isContentEqual(to other: any CellModel) -> Bool {
    (other as? OptionRecord)?.fields == fields
  }

  var fieldNames: [String] { options.names }

  /// Texts are texts, whatever they look like; numbers and truth values come from Swift.
  func field(_ name: String) -> FieldValue? {
    switch options[name] {
    case nil: options.contains(name) ? .null : nil
    case let texts as [String]: .list(texts.map { .text($0) })
    case let truth as Bool: .bool(truth)
    case let whole as any BinaryInteger: Int64(exactly: whole).map { .int($0) } ?? .text("\(whole)")
    case let number as any BinaryFloatingPoint: .double(Double(number))
    case let value as FieldValue: value
    case let value?: .text("\(value)")
    }
  }
}

extension AnyCellViewModel {
  /// Takes note that it is on a screen outside of any list, or is not any more; a list does so for the
  /// cells that it shows.
  public final func display(_ isShown: Bool) {
    guard isShown != isDisplayed else { return }
    isDisplayed = isShown
    if isShown { willDisplay() } else { didEndDisplaying() }
  }
}
