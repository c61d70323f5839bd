public import MocoaModel

extension Module {
  /// The title and the factory of the page that a module registers.
  struct PageSlot {
    let title: String
    let make: @MainActor (PageOptions) throws -> PageViewModel
  }

  /// Registers the page at this URL.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - make: A closure that creates the page from its options: the options of the URL and the
  ///     values of the opener. It may throw an error with a one-line description, such as the error
  ///     of `PageOptions` for a missing option.
  @discardableResult
  public func page(
    _ title: String, file: StaticString = #fileID, line: UInt = #line,
    make: @escaping @MainActor (PageOptions) throws -> PageViewModel
  ) -> Module {
    pageSlot = PageSlot(title: title, make: make)
    recordRegistration(.page, title, Origin(file: file, line: line))
    return self
  }

  /// Registers a page at this URL that shows a list.
  ///
  /// The sections and cells of the list are resolved in this module.
  @discardableResult
  public func page(
    _ title: String, showing model: some ListModel, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Module {
    page(title, file: file, line: line) { [unowned self] options in
      ListPageViewModel(options: options, list: ListViewModel(model: model, module: self))
    }
  }

  /// The title of the page at this URL, or `nil` if no page is registered.
  public var pageTitle: String? { pageSlot?.title }
}
