internal import MocoaModel

extension PageViewModel {
  /// Creates the view model of a module, and adds it to this page outside any list.
  ///
  /// Its model is the value of the option `model` if that is a `CellModel`, otherwise the options
  /// as a record. If the view model cannot be created, a placeholder with the reason is added.
  ///
  /// - Parameters:
  ///   - url: The URL of the module.
  ///   - options: Values that override options of the URL. `nil` hides an option.
  @discardableResult
  public final func embedModule(
    _ url: ModuleURL, options: [String: (any Sendable)?] = [:]
  ) -> AnyCellViewModel {
    let options = PageOptions(url: url, overrides: options)
    let model = options["model"] as? any CellModel ?? PageOptionsRecord(options: options)
    let viewModel: AnyCellViewModel
    do throws(ViewModelCreationError) {
      guard let registry = navigator?.registry else { throw .lookup(.notFound(url.withoutOptions)) }
      viewModel = try registry.makeViewModel(at: url, for: model)
    } catch {
      viewModel = PlaceholderViewModel(
        element: model, at: url, instead: error, of: try? navigator?.registry.module(at: url))
    }
    attach(viewModel, at: children.count)
    return viewModel
  }
}

/// The options of a URL as a record that a module shows.
struct PageOptionsRecord: CellModel, FieldReadable {
  let options: PageOptions

  var itemID: ItemID { ItemID(options.url.description) }

  func isContentEqual(to other: any CellModel) -> Bool {
    (other as? PageOptionsRecord)?.fields == fields
  }

  var fieldNames: [String] { options.names }

  /// Returns the value of an option as a field.
  ///
  /// Text is never converted. Only Swift code can set numbers and Boolean values.
  func field(_ name: String) -> FieldValue? {
    switch options[name] {
    case nil: options.contains(name) ? .null : nil
    case let texts as [String]: .array(texts.map { .string($0) })
    case let truth as Bool: .bool(truth)
    case let whole as any BinaryInteger:
      Int64(exactly: whole).map { .int($0) } ?? .string("\(whole)")
    case let number as any BinaryFloatingPoint: .double(Double(number))
    case let value as FieldValue: value
    case let value?: .string("\(value)")
    }
  }
}

extension AnyCellViewModel {
  /// Sets whether a cell outside a list is displayed on a screen.
  ///
  /// A list calls this method for the cells that it displays.
  public final func setDisplayed(_ isShown: Bool) {
    guard isShown != isDisplayed else { return }
    isDisplayed = isShown
    if isShown { willDisplay() } else { didEndDisplaying() }
  }
}
