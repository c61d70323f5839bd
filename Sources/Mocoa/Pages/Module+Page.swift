public import MocoaModel

extension Module {
  /// How the page at a URL is made.
  struct PageSlot {
    let title: String
    let make: @MainActor (PageOptions) throws -> PageViewModel
  }

  /// Registers how the page at this URL is made.
  ///
  /// - Parameter make: makes the page from its options, those of the URL and those that who opens it
  ///   gives beside the URL. It may throw an error that describes itself in one line, as
  ///   `PageOptions` does for an option that is missing or of the wrong type.
  @discardableResult
  public func page(
    _ title: String, file: StaticString = #fileID, line: UInt = #line,
    make: @escaping @MainActor (PageOptions) throws -> PageViewModel
  ) -> Module {
    pageSlot = PageSlot(title: title, make: make)
    note(.page, title, Origin(file: file, line: line))
    return self
  }

  /// Registers a page at this URL that shows a list, whose sections and cells are this module's.
  @discardableResult
  public func page(
    _ title: String, showing model: some ListModel, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Module {
    page(title, file: file, line: line) { [unowned self] options in
      ListPageViewModel(options: options, list: ListViewModel(model: model, module: self))
    }
  }

  /// The title of the page at this URL; nil where none is registered.
  public var pageTitle: String? { pageSlot?.title }
}
