internal import MocoaLanguage

/// All modules that are known: one tree per domain, found by URL.
///
/// Registration creates a module with all its ancestors; looking one up creates nothing. There is
/// no second table: the way by URL and the way by parents lead to the same nodes.
@MainActor
public final class ModuleRegistry {
  /// The registry of an application that needs one only.
  public static let shared = ModuleRegistry()

  /// The roots of the domains, in the order in which they were first used.
  public var roots: [Module] {
    registerPending()
    return table.present
  }

  /// What was to be registered under a text that is no URL or no name, with the reason: the first
  /// 256 of these, each once.
  public var illegalRegistrations: [String] {
    registerPending()
    return ledger.illegal
  }

  let ledger = Module.Ledger()
  private var table = ModuleTable<String>()

  /// What registers domains that nobody has needed yet.
  private var pending: [@MainActor (ModuleRegistry) -> Void] = []
  private var providers: [any ModuleProvider] = []

  /// What providers are being asked for, so that they are not asked for it again meanwhile.
  private var asked: Set<ModuleURL> = []

  /// An empty registry.
  public init() {
    ledger.registry = self
  }

  /// A number that grows with every registration.
  public var revision: Int { ledger.revision }

  /// The module at a URL, made with all its ancestors if there is none.
  ///
  /// One that is deeper than `ModuleURL.depthLimit` is one that nobody will find, and is noted.
  public func register(at url: ModuleURL) -> Module {
    guard url.path.count <= ModuleURL.depthLimit else {
      ledger.refuse("\(url): \(ModuleURL.ParseError.tooDeep(steps: url.path.count))")
      return nowhere()
    }
    let root =
      root(url.domain)
      ?? table.module(for: url.domain) {
        Module(
          url: ModuleURL(uncheckedDomain: url.domain, path: []), parent: nil, ledger: ledger)
      }
    let module = url.path.reduce(root) { $0.submodule($1) }
    module.appear()
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
      ledger.refuse("\(text): \(error)")
      return nowhere()
    }
  }

  /// A module that nobody will find, for what was to be registered at no address.
  private func nowhere() -> Module {
    let url = ModuleURL(uncheckedDomain: "", path: [])
    return Module(url: url, parent: nil, ledger: ledger, isNowhere: true)
  }

  /// Registers modules when they are needed first: when somebody looks for a domain that is not there
  /// or registers one, or asks for all.
  ///
  /// What is registered must be in domains of its own. All who can ask find it as though it had been
  /// registered at once, but a program that never asks does not pay for it.
  public func registerWhenNeeded(_ register: @escaping @MainActor (ModuleRegistry) -> Void) {
    pending.append(register)
  }

  private func registerPending() {
    // Taken out first: what is registered asks for domains that are not there.
    let all = pending
    pending = []
    for register in all { register(self) }
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
      case .notFound(let url): phrase("\(url.module): no such module")
      case .notAModule(let url, let type): phrase("\(url.module): a \(type), not a module")
      }
    }
  }

  /// The module at a URL; where there is none, providers are asked in the order of their adding.
  ///
  /// - Throws: why there is none. Nothing is created, whatever the answer. That there is none is not
  ///   remembered: providers are asked each time.
  public func module(at url: ModuleURL) throws(LookupError) -> Module {
    guard let node = find(url) else { throw .notFound(url.module) }
    if let value = node.value { throw .notAModule(url.module, type: "\(type(of: value))") }
    return node
  }

  /// Keeps any value at a path, in place of a module; nil makes it a module again.
  public func set(
    _ value: (any Sendable)?, at url: ModuleURL, file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let value else {
      node(at: url)?.empty(.value)
      return
    }
    let module = register(at: url)
    module.value = value
    module.note(.value, "\(type(of: value))", Module.Origin(file: file, line: line))
  }

  /// The value kept at a path; where there is neither a value nor a module, providers are asked.
  public func value(at url: ModuleURL) -> (any Sendable)? {
    find(url)?.value
  }

  /// Takes back what was registered at a URL, as `Module.unregister()` does.
  public func unregister(at url: ModuleURL) {
    node(at: url)?.unregister()
  }

  /// Which registrations that count took the place of others, in all modules.
  public var replacements: [Module.Replacement] {
    roots.flatMap(\.subtree).flatMap(\.replacements)
  }

  // MARK: - Providers

  /// Adds somebody to ask for modules that are missing, behind those who are asked already.
  public func add(_ provider: some ModuleProvider) {
    providers.append(provider)
    askAgain()
  }

  /// Has lists look once more for what was missing: a provider knows more than before.
  ///
  /// A list remembers how it resolved its elements until something is registered, and so asks once
  /// for a kind that nobody knows, not once for each record of it.
  public func askAgain() {
    ledger.revision += 1
  }

  /// Asks the providers for what is missing.
  ///
  /// - Parameter otherwise: what is there all the same, if anything.
  func ask(for address: () -> ModuleURL, otherwise found: Module?) -> Module? {
    guard !providers.isEmpty else { return found }
    let url = address()
    guard asked.insert(url).inserted else { return found }
    defer { asked.remove(url) }
    _ = providers.first { $0.provide(url, to: self) && node(at: url) != nil }
    return node(at: url)
  }

  // MARK: - The tree

  /// Lets a domain be seen.
  func show(_ root: Module) { table.show(root) }

  /// Lets domains be seen no more in which nothing is left.
  func hideAbsent() { table.hideAbsent() }

  /// The module at a URL, where it is in the tree; no provider is asked, and nothing is made.
  func existingModule(at url: ModuleURL) -> Module? { node(at: url) }

  private func find(_ url: ModuleURL) -> Module? {
    guard let root = root(url.domain) else { return ask(for: { url.module }, otherwise: nil) }
    return root.find(url.path)
  }

  /// The root of a domain, where there is one.
  private func root(_ domain: String) -> Module? {
    if let root = table[domain] { return root }
    registerPending()
    return table[domain]
  }

  /// What is at a URL, be it a module or a value; no provider is asked.
  private func node(at url: ModuleURL) -> Module? {
    var node = root(url.domain)
    for segment in url.path { node = node?.node(segment) }
    return node
  }
}
