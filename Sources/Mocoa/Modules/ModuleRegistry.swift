/// All modules that are known: one tree per domain, found by URL.
///
/// Registration creates a module with all its ancestors; looking one up creates nothing. There is
/// no second table: the way by URL and the way by parents lead to the same nodes.
@MainActor
public final class ModuleRegistry {
  /// The registry of an application that needs one only.
  public static let shared = ModuleRegistry()

  /// The roots of the domains, in the order in which they were first used.
  public private(set) var roots: [Module] = []

  /// What was to be registered under a text that is no URL or no name, with the reason.
  public var illegalRegistrations: [String] { ledger.illegal }

  private let ledger = Module.Ledger()
  private var providers: [any ModuleProvider] = []

  /// An empty registry.
  public init() {}

  /// A number that grows with every registration.
  public var revision: Int { ledger.revision }

  /// The module at a URL, made with all its ancestors if there is none.
  public func register(at url: ModuleURL) -> Module {
    let root =
      root(of: url.domain)
      ?? {
        let module = Module(
          url: ModuleURL(uncheckedDomain: url.domain, path: []), parent: nil,
          ledger: ledger)
        roots.append(module)
        return module
      }()
    let module = url.path.reduce(root) { $0.submodule($1) }
    module.isNamed = true
    return module
  }

  /// The module at a URL written as text, made with all its ancestors if there is none.
  ///
  /// A text that is no URL leads to a module that nobody will find and is noted in
  /// `illegalRegistrations`: a typing error shows as a placeholder and does not end the program.
  public subscript(text: String) -> Module {
    do {
      return register(at: try ModuleURL(text))
    } catch {
      ledger.illegal.append("\(text): \(error)")
      let nowhere = ModuleURL(uncheckedDomain: "", path: [])
      return Module(url: nowhere, parent: nil, ledger: ledger)
    }
  }

  /// Why there is no module at a URL.
  public enum LookupError: Error, Hashable, CustomStringConvertible {
    /// Nothing is registered there, and no provider knows it.
    case notFound(ModuleURL)

    /// A value is kept there that is no module.
    case notAModule(ModuleURL, type: String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .notFound(let url): "\(url.module): no such module"
      case .notAModule(let url, let type): "\(url.module): a \(type), not a module"
      }
    }
  }

  /// The module at a URL; where there is none, providers are asked in the order of their adding.
  ///
  /// - Throws: why there is none. Nothing is created, whatever the answer.
  public func module(at url: ModuleURL) throws(LookupError) -> Module {
    // A mere step to other modules is missing as well, as far as providers are concerned.
    if node(at: url)?.isMereStep ?? true {
      _ = providers.first { $0.provide(url.module, to: self) && node(at: url) != nil }
    }
    guard let node = node(at: url) else { throw .notFound(url.module) }
    if let value = node.value { throw .notAModule(url.module, type: "\(type(of: value))") }
    return node
  }

  /// Adds somebody to ask for modules that are missing.
  public func add(_ provider: some ModuleProvider) {
    providers.append(provider)
  }

  /// Keeps any value at a path, in place of a module; nil makes it a module again.
  public func set(_ value: (any Sendable)?, at url: ModuleURL) {
    register(at: url).value = value
    ledger.revision += 1
  }

  /// The value kept at a path.
  public func value(at url: ModuleURL) -> (any Sendable)? {
    node(at: url)?.value
  }

  private func root(of domain: String) -> Module? {
    roots.first { $0.url.domain == domain }
  }

  private func node(at url: ModuleURL) -> Module? {
    var node = root(of: url.domain)
    for segment in url.path {
      node = node?.submodules.first { $0.segment == segment }
    }
    return node
  }
}

/// Somebody who can register modules when they are asked for.
@MainActor
public protocol ModuleProvider {
  /// Registers the module at `url` if it is known here.
  ///
  /// - Returns: whether it was registered; it is then not asked for again.
  func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool
}
