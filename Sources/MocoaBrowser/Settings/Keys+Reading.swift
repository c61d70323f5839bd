internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

extension Keys {
  /// All that can have other keys, in the order of the help.
  static let rebindable: [Binding] = [standard.global, standard.inspecting, standard.grid]
    .flatMap(\.bindings).filter { $0.action.name != nil }

  /// Keys as settings give them to actions; what is wrong is noted, and leaves the usual keys.
  static func read(_ member: SettingsReader.Member, _ reader: inout SettingsReader) -> Keys {
    let names = rebindable.compactMap(\.action.name)
    let members = reader.members(
      of: member.value, at: member.path, as: phrase("action"), known: names)
    var wishes: [KeyWish] = []
    for member in members {
      guard let binding = rebindable.first(where: { $0.action.name == member.name }),
        let keys = keys(member, &reader)
      else { continue }
      wishes.append(KeyWish(action: binding.action, path: member.path, keys: keys))
    }
    var all = KeyWishes(wishes)
    return Keys(rebound: all.grant(&reader))
  }

  /// The keys of a list, or one key, each with its place; nil where that is no list.
  private static func keys(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> [KeyWish.Key]? {
    let values: [(ManifestPath, FieldValue)]
    switch member.value {
    case .text: values = [(member.path, member.value)]
    case .list(let list):
      values = list.enumerated().map { position, value in
        (ManifestPath(member.path.steps + [.position(position)]), value)
      }
    default:
      reader.expect(phrase("a list of keys, as in [\"f\", \"ctrl-f\"]"), at: member)
      return nil
    }
    var keys: [KeyWish.Key] = []
    for (path, value) in values {
      guard case .text(let text) = value else {
        reader.note(path, phrase("expected a key as a text, found \(reader.found(value))"))
        continue
      }
      do throws(KeyPress.NameFault) {
        let key = try KeyPress(named: text)
        if keys.contains(where: { $0.key == key }) {
          reader.note(path, phrase("\"\(text)\" is given twice"))
        } else {
          keys.append(.init(key: key, text: text, path: path))
        }
      } catch {
        reader.note(path, "\"\(text)\" \(error.reason)", suggestion: error.suggestion)
      }
    }
    // Where all of it was wrong, nothing was taken away.
    return keys.isEmpty && !values.isEmpty ? nil : keys
  }
}

/// The keys that somebody wants an action to have.
struct KeyWish {
  /// A key, as it was written and where.
  struct Key {
    let key: KeyPress
    let text: String
    let path: ManifestPath
  }

  let action: Action
  let path: ManifestPath
  let keys: [Key]
}

/// All that somebody wants of the keys, which may not go together.
private struct KeyWishes {
  private var wishes: [KeyWish]

  init(_ wishes: [KeyWish]) {
    self.wishes = wishes
  }

  /// The keys of the actions whose keys were set, as far as they go together; what does not is noted.
  mutating func grant(_ reader: inout SettingsReader) -> [Action: [KeyPress]] {
    keepWaysOut(&reader)
    let changed = Set(wishes.map(\.action))
    var granted: [Action: [KeyPress]] = [:]
    for table in [Keys.standard.global, Keys.standard.inspecting, Keys.standard.grid] {
      let actions = Set(table.bindings.map(\.action))
      // Nothing takes the place of what ends it.
      var owners: [KeyPress: Action] = [:]
      for key in granted[.escape] ?? Self.escape { owners[key] = .escape }
      for binding in table.bindings where !changed.contains(binding.action) {
        for key in binding.keys { owners[key] = binding.action }
      }
      for wish in wishes where actions.contains(wish.action) {
        if wish.action == .escape { owners = owners.filter { $0.value != .escape } }
        granted[wish.action] = grant(wish, &owners, &reader)
      }
      // Who was refused all that was asked for keeps what nobody else has got.
      for wish in wishes where granted[wish.action]?.isEmpty == true && !wish.keys.isEmpty {
        let usual = table.bindings.first { $0.action == wish.action }?.keys ?? []
        granted[wish.action] = usual.filter { owners[$0] == nil }
        for key in usual where owners[key] == nil { owners[key] = wish.action }
      }
    }
    let isLocked = [.leave, .quit].allSatisfy { granted[$0]?.isEmpty ?? false }
    return isLocked ? [:] : granted
  }

  private static let escape =
    Keys.standard.global.bindings.filter { $0.action == .escape }.flatMap(\.keys)

  private func grant(
    _ wish: KeyWish, _ owners: inout [KeyPress: Action], _ reader: inout SettingsReader
  ) -> [KeyPress] {
    var keys: [KeyPress] = []
    for wanted in wish.keys {
      if let owner = owners[wanted.key], let name = owner.name {
        reader.note(
          wanted.path,
          phrase("\"\(wanted.text)\" is the key of \"\(name)\" (give \"\(name)\" another)"))
      } else {
        owners[wanted.key] = wish.action
        keys.append(wanted.key)
      }
    }
    return keys
  }

  /// Leaves the usual keys to what one could not do without.
  private mutating func keepWaysOut(_ reader: inout SettingsReader) {
    func isTaken(_ action: Action) -> Bool {
      wishes.contains { $0.action == action && $0.keys.isEmpty }
    }
    if let wish = wishes.first(where: { $0.action == .escape && $0.keys.isEmpty }) {
      reader.note(wish.path, phrase("needs a key: nothing else ends a prompt or a search"))
      wishes.removeAll { $0.action == .escape }
    }
    guard isTaken(.leave), isTaken(.quit),
      let last = wishes.last(where: { [.leave, .quit].contains($0.action) })
    else { return }
    reader.note(
      last.path, phrase("needs a key, for \"leave\" and \"quit\" are the ways to end the program"))
    wishes.removeAll { $0.action == last.action }
  }
}
