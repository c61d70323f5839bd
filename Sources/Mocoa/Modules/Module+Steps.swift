extension Module {
  /// Returns the submodule of a kind and name, creating it if needed.
  ///
  /// If the kind or the name is invalid, the method records the error and returns a detached module
  /// that no lookup finds. An element of that kind is then shown as a placeholder, and the program
  /// continues.
  public func defineSubmodule(kind: String = "", name: String = "") -> Module {
    do {
      return defineSubmodule(try ModuleSegment(kind: kind, name: name))
    } catch {
      return makeDetached(reason: "\(url): \"\(name)\" \(error)")
    }
  }

  /// Returns the module at a relative path such as `artist/header:`, creating it if needed.
  ///
  /// The path may contain empty steps, which are ignored. `:name` is read as `name`. If a step is
  /// invalid, the method records the error and returns a detached module that no lookup finds.
  public func define(_ path: String) -> Module {
    var module = self
    for part in path.unicodeScalars.split(separator: "/") where !module.isDetached {
      let text = String(part)
      let isBareName = text != ":" && text.unicodeScalars.first == ":"
      do {
        module = module.defineSubmodule(
          try ModuleSegment(parsing: isBareName ? String(part.dropFirst()) : text))
      } catch {
        module = makeDetached(reason: "\(module.url): \"\(text)\" \(error)")
      }
    }
    module.isNamed = true
    return module
  }

  /// Records the reason for an invalid registration, and returns a detached module that no lookup
  /// finds.
  func makeDetached(reason complaint: String) -> Module {
    sharedState.reject(complaint)
    return Module(url: url, parent: nil, sharedState: sharedState, isDetached: true)
  }
}
