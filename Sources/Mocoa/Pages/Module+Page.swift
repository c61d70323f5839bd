extension Module {
  /// How the page at a URL is made.
  struct PageSlot {
    let title: String
    let make: @MainActor (PageOptions) throws -> PageViewModel

    /// A page that is made for a URL with its options.
    init(title: String, make: @escaping @MainActor (ModuleURL) throws -> PageViewModel) {
      self.init(title: title, withOptions: { try make($0.url) })
    }

    /// A page that is made for a URL and the values given beside it.
    init(
      title: String, withOptions make: @escaping @MainActor (PageOptions) throws -> PageViewModel
    ) {
      (self.title, self.make) = (title, make)
    }
  }

  /// Registers how the page at this URL is made, from its options: those of the URL, and those that
  /// who opens it gives beside the URL.
  ///
  /// - Parameter make: makes the page; it may throw an error that describes itself in one line, as
  ///   `PageOptions` does for an option that is missing or of the wrong type.
  @discardableResult
  public func page(
    _ title: String, file: StaticString = #fileID, line: UInt = #line,
    withOptions make: @escaping @MainActor (PageOptions) throws -> PageViewModel
  ) -> Module {
    // By way of the other one, which notes where this was said.
    page(title, file: file, line: line) { try make(PageOptions(url: $0)) }
    pageSlot = PageSlot(title: title, withOptions: make)
    return self
  }
}
