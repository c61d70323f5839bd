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
    let viewModel: AnyCellViewModel
    do throws(MakingError) {
      guard let registry = navigator?.registry else { throw .lookup(.notFound(url.module)) }
      viewModel = try registry.makeViewModel(at: url, for: model)
    } catch {
      viewModel = PlaceholderViewModel(
        element: model, at: url, instead: error, of: try? navigator?.registry.module(at: url))
    }
    attach(viewModel, at: children.count)
    return viewModel
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
