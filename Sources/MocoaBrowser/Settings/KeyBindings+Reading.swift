internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

extension KeyBindings {
  /// The key tables whose keys the user can change, in the order of the help.
  fileprivate static let rebindableTables = [
    standard.global, standard.inspecting, standard.grid, standard.tree,
  ]

  /// The bindings whose keys the user can change, in the order of the help.
  static let rebindable: [Binding] =
    rebindableTables
    .flatMap(\.bindings).filter { $0.action.name != nil }

  /// Creates key bindings from a member of the settings.
  ///
  /// An invalid entry is recorded as an error, and the default keys are used.
  static func read(_ member: SettingsReader.Member, _ reader: inout SettingsReader) -> KeyBindings {
    let commands = rebindable.compactMap(\.action.command)
    let names = commands.map(\.name) + commands.flatMap(\.aliases)
    let members = reader.members(
      of: member.value, at: member.path, as: localized("action"), known: names)
    var wishes: [KeyBindingRequest] = []
    for member in members {
      guard let action = commands.first(where: { $0.isNamed(member.name) })?.action else {
        continue
      }
      // The command may be given by its name and a former name.
      if wishes.contains(where: { $0.action == action }) {
        reader.report(member.path, localized("is given twice"), concernsName: true)
      } else if let keys = keys(member, &reader) {
        wishes.append(KeyBindingRequest(action: action, path: member.path, keys: keys))
      }
    }
    var all = KeyRequests(wishes)
    return KeyBindings(rebound: all.resolve(&reader))
  }

  /// Returns one key or an array of keys, each with its path in the file.
  ///
  /// - Returns: The valid keys, which are empty for an empty array; `nil` if the value has another
  ///   type or contains only invalid keys.
  private static func keys(
    _ member: SettingsReader.Member, _ reader: inout SettingsReader
  ) -> [KeyBindingRequest.Key]? {
    let values: [(ManifestPath, FieldValue)]
    switch member.value {
    case .string: values = [(member.path, member.value)]
    case .array(let list):
      values = list.enumerated().map { position, value in
        (ManifestPath(member.path.steps + [.index(position)]), value)
      }
    default:
      reader.expect(localized("a list of keys, as in [\"f\", \"ctrl-f\"]"), at: member)
      return nil
    }
    var keys: [KeyBindingRequest.Key] = []
    for (path, value) in values {
      guard case .string(let text) = value else {
        reader.report(
          path, localized("expected a key in quotes, such as \"f\", found \(reader.found(value))"))
        continue
      }
      do throws(KeyPress.KeyNameError) {
        let key = try KeyPress(named: text)
        if keys.contains(where: { $0.key == key }) {
          reader.report(path, localized("\"\(text)\" is given twice"))
        } else {
          keys.append(.init(key: key, text: text, path: path))
        }
      } catch {
        reader.report(path, "\"\(text)\" \(error.reason)", suggestion: error.suggestion)
      }
    }
    // If all keys are invalid, the action keeps its default keys.
    return keys.isEmpty && !values.isEmpty ? nil : keys
  }
}

/// The keys that the user requests for an action.
struct KeyBindingRequest {
  /// A key, with its text and its path in the file.
  struct Key {
    let key: KeyPress
    let text: String
    let path: ManifestPath
  }

  let action: Action
  let path: ManifestPath
  let keys: [Key]
}

/// All keys that the user requests, which may conflict with each other.
private struct KeyRequests {
  private var requests: [KeyBindingRequest]

  init(_ wishes: [KeyBindingRequest]) {
    self.requests = wishes
  }

  /// Returns the requested keys that do not conflict, and records the others as errors.
  mutating func resolve(_ reader: inout SettingsReader) -> [Action: [KeyPress]] {
    preserveExitKeys(&reader)
    let changed = Set(requests.map(\.action))
    var granted: [Action: [KeyPress]] = [:]
    for table in KeyBindings.rebindableTables {
      let actions = Set(table.bindings.map(\.action))
      // The keys of `escape` are reserved first, since no other action may replace them.
      var owners: [KeyPress: Action] = [:]
      for key in granted[.escape] ?? Self.escape { owners[key] = .escape }
      for binding in table.bindings where !changed.contains(binding.action) {
        for key in binding.keys { owners[key] = binding.action }
      }
      for wish in requests where actions.contains(wish.action) {
        if wish.action == .escape { owners = owners.filter { $0.value != .escape } }
        granted[wish.action] = accept(wish, &owners, &reader)
      }
      // An action whose requests all failed keeps those of its default keys that are still free.
      for wish in requests where granted[wish.action]?.isEmpty == true && !wish.keys.isEmpty {
        let usual = table.bindings.first { $0.action == wish.action }?.keys ?? []
        granted[wish.action] = usual.filter { owners[$0] == nil }
        for key in usual where owners[key] == nil { owners[key] = wish.action }
      }
    }
    let isLocked = [.closePage, .quit].allSatisfy { granted[$0]?.isEmpty ?? false }
    return isLocked ? [:] : granted
  }

  private static let escape =
    KeyBindings.standard.global.bindings.filter { $0.action == .escape }.flatMap(\.keys)

  private func accept(
    _ wish: KeyBindingRequest, _ owners: inout [KeyPress: Action], _ reader: inout SettingsReader
  ) -> [KeyPress] {
    var keys: [KeyPress] = []
    for wanted in wish.keys {
      if let owner = owners[wanted.key], let name = owner.name {
        reader.report(
          wanted.path,
          localized(
            "\"\(wanted.text)\" is already the key of \"\(name)\" (assign another key to \"\(name)\")"
          ))
      } else {
        owners[wanted.key] = wish.action
        keys.append(wanted.key)
      }
    }
    return keys
  }

  /// Rejects requests that would leave the user without a key to cancel or to quit.
  ///
  /// `escape` must have a key, and `close` or `quit` must have one.
  private mutating func preserveExitKeys(_ reader: inout SettingsReader) {
    func isTaken(_ action: Action) -> Bool {
      requests.contains { $0.action == action && $0.keys.isEmpty }
    }
    if let wish = requests.first(where: { $0.action == .escape && $0.keys.isEmpty }) {
      reader.report(
        wish.path, localized("needs a key: it clears queries and closes presented pages"))
      requests.removeAll { $0.action == .escape }
    }
    guard isTaken(.closePage), isTaken(.quit),
      let last = requests.last(where: { [.closePage, .quit].contains($0.action) })
    else { return }
    reader.report(
      last.path,
      localized("needs a key: \"close\" or \"quit\" must stay bound"))
    requests.removeAll { $0.action == last.action }
  }
}
