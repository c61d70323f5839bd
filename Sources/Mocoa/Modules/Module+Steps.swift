extension Module {
  /// The module one step below, by kind and name, made if there is none.
  ///
  /// An illegal name leads to a module that nobody will find and is noted: what is registered there
  /// shows as missing instead of ending the program.
  public func submodule(kind: String = "", name: String = "") -> Module {
    do {
      return submodule(try ModuleSegment(kind: kind, name: name))
    } catch {
      return nowhere("\(url): \"\(name)\" \(error)")
    }
  }

  /// The module some steps below, by a path such as `artist/header:`, made if there is none.
  ///
  /// Steps that are empty are passed over, and `:name` is read as `name`. An illegal one leads to a
  /// module that nobody will find and is noted.
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

  /// A module that nobody will find, for what was to be registered under an illegal name.
  func nowhere(_ complaint: String) -> Module {
    ledger.refuse(complaint)
    return Module(url: url, parent: nil, ledger: ledger, isNowhere: true)
  }
}
