extension Module {
  /// Returns the submodule of a kind and name, creating it if needed.
  ///
  /// If the kind or the name is invalid, the method records it and returns a detached module that
  /// no lookup finds. An element of that kind is then shown as a placeholder, and the program
  /// continues.
  public func submodule(kind: String = "", name: String = "") -> Module {
    do {
      return submodule(try ModuleSegment(kind: kind, name: name))
    } catch {
      return nowhere("\(url): \"\(name)\" \(error)")
    }
  }

  /// Returns the module at a relative path such as `artist/header:`, creating it if needed.
  ///
  /// The path may contain empty steps, which are ignored. `:name` is read as `name`. If a step is
  /// invalid, the subscript records it and returns a detached module that no lookup finds.
  public subscript(path: String) -> Module {
    var module = self
    for part in path.unicodeScalars.split(separator: "/") where !module.isNowhere {
      let text = String(part)
      let isBareName = text != ":" && text.unicodeScalars.first == ":"
      do {
        module = module.submodule(
          try ModuleSegment(parsing: isBareName ? String(part.dropFirst()) : text))
      } catch {
        module = nowhere("\(module.url): \"\(text)\" \(error)")
      }
    }
    module.isNamed = true
    return module
  }

  /// Records an invalid registration and returns a detached module that no lookup finds.
  func nowhere(_ complaint: String) -> Module {
    ledger.refuse(complaint)
    return Module(url: url, parent: nil, ledger: ledger, isNowhere: true)
  }
}
