internal import MocoaLocalization

/// The collection of all registered modules: one tree per domain, searchable by URL.
///
/// A registration creates a module and all its ancestors. A lookup creates no modules. The tree is
/// the only index: a search by URL and a walk from parent to child reach the same nodes.
@MainActor
public final class ModuleRegistry {
  /// The registry of an application that needs only one.
  public static let shared = ModuleRegistry()

  /// The roots of the domains, in the order of their first use.
  public var roots: [Module] {
    registerPending()
    return table.present
  }

  /// The rejected registrations with their reasons: text that is not a valid URL or name.
  ///
  /// At most 256 entries are retained, without duplicates.
  public var rejectedRegistrations: [String] {
    registerPending()
    return sharedState.illegal
  }

  let sharedState = Module.SharedState()
  private var table = ModuleTable<String>()

  /// The deferred registrations of domains that are not needed yet.
  private var pending: [@MainActor (ModuleRegistry) -> Void] = []
  private var providers: [any ModuleProvider] = []

  /// The registered resolvers of paths, in order.
  var pathResolvers: [PathResolver] = []

  /// The URLs for which providers are being called.
  ///
  /// Prevents nested calls for the same URL.
  private var pendingURLs: Set<ModuleURL> = []

  /// Creates an empty registry.
  public init() {
    sharedState.registry = self
  }

  /// A number that increases with every registration.
  public var revision: Int { sharedState.revision }

  /// Returns the module at a URL, creating it and its ancestors if needed.
  ///
  /// If the path has more than `ModuleURL.depthLimit` steps, the method records the error and
  /// returns a detached module that no lookup finds.
  public func define(_ url: ModuleURL) -> Module {
    guard url.path.count <= ModuleURL.depthLimit else {
      sharedState.reject("\(url): \(ModuleURL.ParseError.tooDeep(steps: url.path.count))")
      return makeDetached()
    }
    let root =
      root(url.domain)
      ?? table.module(for: url.domain) {
        Module(
          url: ModuleURL(uncheckedDomain: url.domain, path: []), parent: nil,
          sharedState: sharedState)
      }
    let module = url.path.reduce(root) { $0.defineSubmodule($1) }
    module.attach()
    module.isNamed = true
    return module
  }

  /// Returns the module at a URL, creating it and its ancestors if needed.
  ///
  /// If `text` is not a valid URL, the method records it in `rejectedRegistrations` and returns a
  /// detached module that no lookup finds. A typing error then appears as a placeholder and does
  /// not end the program.
  public func define(_ text: String) -> Module {
    do {
      return define(try ModuleURL(text))
    } catch {
      sharedState.reject("\(text): \(error)")
      return makeDetached()
    }
  }

  /// Creates a detached module for a registration without a valid address.
  private func makeDetached() -> Module {
    let url = ModuleURL(uncheckedDomain: "", path: [])
    return Module(url: url, parent: nil, sharedState: sharedState, isDetached: true)
  }

  /// Defers a registration until it is needed: when code looks up or registers a module in an
  /// unknown domain, or requests all modules.
  ///
  /// The closure must register modules only in domains that no other code uses. Lookups find the
  /// modules as if they had been registered immediately, and a program that never looks them up
  /// does not register them.
  ///
  /// - Parameter register: A closure that registers the modules. It is called at most once.
  public func registerLazily(_ register: @escaping @MainActor (ModuleRegistry) -> Void) {
    pending.append(register)
  }

  private func registerPending() {
    // Cleared first, because the registrations below look up unknown domains.
    let all = pending
    pending = []
    for register in all { register(self) }
  }

  /// An error of a module lookup.
  public enum ModuleLookupError: Error, Hashable, CustomStringConvertible {
    /// No registration exists at the URL, and no provider supports it.
    case notFound(ModuleURL)

    /// A value is stored at the URL instead of a module.
    case notAModule(ModuleURL, type: String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .notFound(let url): localized("\(url.withoutOptions): no such module")
      case .notAModule(let url, let type):
        localized("\(url.withoutOptions): a \(type), not a module")
      }
    }
  }

  /// Returns the module at a URL.
  ///
  /// If it is missing, the registry calls its providers in insertion order.
  ///
  /// A lookup creates no modules, whether it succeeds or fails. Failures are not cached: each
  /// lookup calls the providers again.
  ///
  /// - Throws: `ModuleLookupError` if the module is missing or a value is stored there.
  public func module(at url: ModuleURL) throws(ModuleLookupError) -> Module {
    guard let node = find(url) else { throw .notFound(url.withoutOptions) }
    if let value = node.value { throw .notAModule(url.withoutOptions, type: "\(type(of: value))") }
    return node
  }

  /// Stores a value at a URL, instead of a module.
  ///
  /// `nil` removes the value.
  public func set(
    _ value: (any Sendable)?, at url: ModuleURL, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let value else {
      node(at: url)?.empty(.value)
      return
    }
    let module = define(url)
    module.value = value
    module.recordRegistration(.value, "\(type(of: value))", Module.Origin(file: file, line: line))
  }

  /// Returns the value stored at a URL.
  ///
  /// If the URL has neither a value nor a module, the registry calls its providers.
  public func value(at url: ModuleURL) -> (any Sendable)? {
    find(url)?.value
  }

  /// Removes the registrations at a URL, like `Module.unregister()`.
  public func unregister(at url: ModuleURL) {
    node(at: url)?.unregister()
  }

  /// The replacements of registrations in all modules.
  ///
  /// If the newer registration of a replacement was removed, the replacement is omitted.
  public var replacements: [Module.Replacement] {
    roots.flatMap(\.subtree).flatMap(\.replacements)
  }

  // MARK: - Providers

  /// Adds a provider after the existing ones and invalidates all cached resolutions.
  public func add(_ provider: some ModuleProvider) {
    providers.append(provider)
    invalidateResolutions()
  }

  /// Invalidates the cached resolutions of all lists.
  ///
  /// Call this method when a provider supports more modules than before.
  ///
  /// A list caches its resolutions until the next registration, so it calls the providers once for
  /// an unknown kind, and not once for each record of it.
  public func invalidateResolutions() {
    sharedState.revision += 1
  }

  /// Calls the providers for a missing module.
  ///
  /// - Parameters:
  ///   - address: A closure that returns the URL of the missing module.
  ///   - found: The existing module at the URL, which has no registrations, or `nil`.
  /// - Returns: The module that a provider has registered, or `found`.
  func requestModule(for address: () -> ModuleURL, otherwise found: Module?) -> Module? {
    guard !providers.isEmpty else { return found }
    let url = address()
    guard pendingURLs.insert(url).inserted else { return found }
    defer { pendingURLs.remove(url) }
    _ = providers.first { $0.registerModule(at: url, in: self) && node(at: url) != nil }
    return node(at: url)
  }

  // MARK: - The tree

  /// Adds a module to `roots`.
  func show(_ root: Module) { table.show(root) }

  /// Removes the modules that have left the tree from `roots`.
  func hideAbsent() { table.hideAbsent() }

  /// Returns the module at a URL if it is in the tree.
  ///
  /// Creates no modules and calls no provider.
  func existingModule(at url: ModuleURL) -> Module? { node(at: url) }

  private func find(_ url: ModuleURL) -> Module? {
    guard let root = root(url.domain) else {
      return requestModule(for: { url.withoutOptions }, otherwise: nil)
    }
    return root.find(url.path)
  }

  /// Returns the root of a domain, or `nil` if it does not exist.
  private func root(_ domain: String) -> Module? {
    if let root = table[domain] { return root }
    registerPending()
    return table[domain]
  }

  /// Returns the module or value at a URL, without calling providers.
  private func node(at url: ModuleURL) -> Module? {
    var node = root(url.domain)
    for segment in url.path { node = node?.node(segment) }
    return node
  }
}

/// A type that registers modules on demand.
///
/// If a lookup fails, the registry calls its providers in insertion order until one of
/// them has registered the missing module. A provider for one domain checks `url.domain`.
@MainActor
public protocol ModuleProvider {
  /// Registers the module at a URL, or stores a value there, if the provider supports the URL.
  ///
  /// A provider may look up and register other modules. While a lookup of a URL is in progress, the
  /// registry does not call providers again for the same URL.
  ///
  /// - Parameters:
  ///   - url: The address of the missing module.
  ///   - registry: The registry in which to register the module.
  /// - Returns: `true` if the module was registered. Later lookups then find it without a provider.
  func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool
}
