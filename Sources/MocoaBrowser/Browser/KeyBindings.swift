internal import MocoaLocalization
internal import MocoaTerminal

/// The key bindings of the browser, from which the help and the key hints are generated.
struct KeyBindings {
  typealias Binding = KeyTable<Action>.Binding

  /// The bindings of pages, which are not active in prompts, panels and forms.
  let global: KeyTable<Action>

  /// The bindings of panels.
  ///
  /// No others are active while a panel is open, so that no key changes the covered page.
  let panel: KeyTable<Action>

  /// The bindings of panels over a page with text input.
  ///
  /// None of them ends the program.
  let panelOverForm: KeyTable<Action>

  /// The additional bindings of the inspector.
  let inspecting: KeyTable<Action>

  /// All bindings of the inspector.
  let inspector: KeyTable<Action>

  /// The bindings of a grid, which have precedence over the global ones.
  let grid: KeyTable<Action>

  /// The bindings of a tree, which have precedence over the global ones.
  let tree: KeyTable<Action>

  /// A Boolean value that indicates whether hints contain command words instead of keys, as in line
  /// mode.
  var speaksInWords = false

  /// The characters that manifests cannot bind, because they are bound to navigation.
  let reserved: Set<Unicode.Scalar>

  /// Creates key bindings.
  ///
  /// - Parameter rebound: The keys of those actions whose keys differ from the standard bindings.
  init(rebound: [Action: [KeyPress]] = [:]) {
    func table(_ bindings: [Binding]) -> KeyTable<Action> {
      KeyTable(
        bindings.map { Binding(rebound[$0.action] ?? $0.keys, $0.action, $0.help) })
    }
    let usual = KeyTable(Self.pageGroups.flatMap(\.bindings))
    global = table(usual.bindings)
    inspecting = table(Group(Command.inspector).bindings)
    grid = table(Group(Command.grid).bindings)
    tree = table(Group(Command.tree).bindings)
    // If the action of a closing key is rebound, its new keys close panels instead.
    var closing: [KeyPress] = []
    for key in Self.closing {
      let now = usual.action(for: key).flatMap { rebound[$0] } ?? [key]
      let keys = now.contains(key) ? [key] : now
      closing += keys.filter { !closing.contains($0) }
    }
    panel = KeyTable(
      global.bindings.filter { if case .move = $0.action { true } else { false } }
        + [Binding(closing, .escape, "close")]
        + global.bindings.filter { $0.action.has(.inPanels) })
    panelOverForm = KeyTable(panel.bindings.filter { $0.action != .quit })
    inspector = KeyTable(inspecting.bindings + panel.bindings)
    reserved = Set(
      global.bindings.filter { $0.action.has(.reserved) }.flatMap(\.keys).compactMap { key in
        if case .character(let scalar) = key.key, key.modifiers.isEmpty { scalar } else { nil }
      })
  }

  /// The standard key bindings.
  static let standard = KeyBindings()

  /// The standard global bindings.
  static var global: KeyTable<Action> { standard.global }

  /// The keys that close a panel.
  private static let closing =
    [.character("q"), KeyPress(.escape), .character("i"), .character("?"), KeyPress(.left)]
    + [KeyPress(.function(1)), .character("h"), KeyPress(.backspace), KeyPress(.enter)]
    + [.control("c")]

  /// A group of related bindings with a title.
  struct Group {
    let title: String
    let bindings: [Binding]

    init(title: String, bindings: [Binding]) { (self.title, self.bindings) = (title, bindings) }

    /// Creates the group of the commands in a section that have keys.
    init(_ section: Command.Section) {
      title = section.title
      bindings = section.commands.compactMap { command in
        guard let action = command.action, !command.keys.isEmpty else { return nil }
        return Binding(command.keys, action, command.help)
      }
    }
  }

  private static let pageGroups = Command.pageSections.map(Group.init)

  /// The bindings of pages and of the inspector, in groups with titles.
  var pageGroups: [Group] {
    let bound = Dictionary(
      (global.bindings + inspecting.bindings).map { ($0.action, $0) }, uniquingKeysWith: { $1 })
    return (Self.pageGroups + [Group(Command.inspector)]).map { group in
      Group(title: group.title, bindings: group.bindings.compactMap { bound[$0.action] })
    }
  }

  /// All bindings, in the order of the manual.
  static let groups: [Group] =
    pageGroups + [
      Group(Command.grid),
      Group(Command.tree),
      Group(title: "Home screen", bindings: HomePage.bindings),
      Group(title: "Histogram", bindings: TallyPage.bindings),
      Group(Command.inspector),
      Group(Command.copyMenu),
      Group(title: "With --pick", bindings: picking),
      Group(title: "With --pick --multi", bindings: pickingSeveral),
      Group(title: "Pick prompt", bindings: pickPrompt.bindings),
      Group(title: "Prompt", bindings: prompt.bindings),
      Group(title: "Filter, sort and search prompts", bindings: query.bindings),
      Group(title: "Command palette", bindings: palette.bindings),
      Group(
        title: "Command confirmation",
        bindings: answers + question.bindings),
      Group(title: "Forms", bindings: fields + form.bindings),
      Group(
        title: "Text editing",
        bindings: LineEditor.keys.bindings.map { Binding($0.keys, .edit($0.action), $0.help) }),
    ]

  /// The bindings while the user picks items, which have precedence over all others.
  static let picking = [
    Binding([KeyPress(.enter)], .pick, "pick marked or current item"),
    Binding([.control("c")], .cancelPick, "cancel"),
  ]

  /// The additional bindings while the user picks several items.
  static let pickingSeveral = [
    Binding([KeyPress(.tab)], .mark, "toggle mark")
  ]

  /// The bindings of the prompt of picking; all other keys insert text.
  static let pickPrompt = KeyTable<Action>(
    [
      Binding([KeyPress(.enter)], .pick, "pick marked or current item"),
      Binding([KeyPress(.tab)], .mark, "toggle mark"),
      Binding([KeyPress(.down), .control("n")], .move(.down), "next item"),
      Binding([KeyPress(.up), .control("p")], .move(.up), "previous item"),
      Binding([KeyPress(.pageDown)], .move(.pageDown), "page down"),
      Binding([KeyPress(.pageUp)], .move(.pageUp), "page up"),
      Binding([.control("s")], .changePickOrder, "rank / input order / sort"),
      Binding([KeyPress(.escape), .control("g")], .escape, "leave for list keys"),
      Binding([.control("c")], .cancelPick, "cancel"),
    ] + lineEditing)

  /// The bindings of the menu of the forms in which items are copied; all other keys close it.
  static let copyMenu = KeyTable<Action>(
    Group(Command.copyMenu).bindings + [
      Binding(
        [KeyPress(.escape), .control("c"), .control("g"), .character("q")], .escape, "cancel"),
      Binding([.control("l")], .repaint, nil),
      Binding([.control("z")], .suspend, nil),
    ])

  /// The bindings of a prompt; all other keys insert text.
  static let prompt = KeyTable<Action>(
    [
      Binding([KeyPress(.enter)], .accept, "open"),
      Binding([KeyPress(.escape), .control("c"), .control("g")], .escape, "cancel"),
      Binding([KeyPress(.tab)], .complete(.forward), "complete / next candidate"),
      Binding([KeyPress(.backTab)], .complete(.backward), "previous candidate"),
      Binding([KeyPress(.up), .control("p")], .recall(.older), "previous entry"),
      Binding([KeyPress(.down), .control("n")], .recall(.newer), "next entry"),
    ] + lineEditing)

  /// The answers to the confirmation question, as the manual lists them.
  private static let answers = [
    Binding([.character("y")], .accept, "run the command"),
    Binding([.character("e")], .edit(.end), "edit the command"),
    Binding([KeyPress(.right)], .moveColumnCursor(.right), "scroll the command to the right"),
    Binding([KeyPress(.left)], .moveColumnCursor(.left), "scroll the command to the left"),
    Binding([.character("?")], .help, "show all of the command"),
  ]

  /// The bindings of the confirmation question.
  ///
  /// Its other answers are letters.
  static let question = KeyTable<Action>([
    Binding(
      [KeyPress(.enter), KeyPress(.escape), .control("c"), .control("g")], .escape, "cancel"),
    Binding([.control("l")], .repaint, nil),
    Binding([.control("z")], .suspend, nil),
  ])

  /// The bindings of a prompt that filters, sorts or searches; all other keys insert text.
  static let query = KeyTable<Action>(
    promptCommon + [
      Binding([KeyPress(.up)], .recall(.older), "previous entry"),
      Binding([KeyPress(.down)], .recall(.newer), "next entry"),
      Binding([.control("n")], .move(.down), "next item"),
      Binding([.control("p")], .move(.up), "previous item"),
    ] + lineEditing)

  /// The bindings of the palette; all other keys insert text.
  static let palette = KeyTable<Action>(
    promptCommon + [
      Binding([KeyPress(.down), .control("n")], .move(.down), "next item"),
      Binding([KeyPress(.up), .control("p")], .move(.up), "previous item"),
    ] + lineEditing)

  private static let promptCommon = [
    Binding([KeyPress(.enter)], .accept, "accept"),
    Binding([KeyPress(.escape), .control("c"), .control("g")], .escape, "cancel"),
    Binding([KeyPress(.tab)], .complete(.forward), "complete / next candidate"),
    Binding([KeyPress(.backTab)], .complete(.backward), "previous candidate"),
    Binding([KeyPress(.pageDown)], .move(.pageDown), "page down"),
    Binding([KeyPress(.pageUp)], .move(.pageUp), "page up"),
  ]

  private static let lineEditing =
    LineEditor.keys.bindings.map { Binding($0.keys, .edit($0.action), nil) } + [
      Binding([.control("l")], .repaint, nil),
      Binding([.control("z")], .suspend, nil),
    ]

  /// The bindings of a page with text input.
  ///
  /// The page processes all other keys.
  static let form = KeyTable<Action>([
    Binding([KeyPress(.escape), .control("c"), .control("g")], .closePage, "cancel"),
    Binding([KeyPress(.function(1))], .help, "this help"),
    Binding([.control("l")], .repaint, nil),
    Binding([.control("z")], .suspend, nil),
  ])

  /// The keys that forms process, as the help lists them.
  static let fields = [
    Binding([KeyPress(.enter)], .accept, "confirm"),
    Binding([KeyPress(.tab), KeyPress(.down)], .nextPane, "next field"),
    Binding([KeyPress(.backTab), KeyPress(.up)], .nextPane, "previous field"),
  ]

  /// The key hints that the status line shows for a page with text input.
  static var formHints: [KeyHint] {
    [
      KeyHint("↵", localized("confirm")), KeyHint("⇥", localized("next")),
      KeyHint("Esc", localized("cancel")),
    ]
  }

  /// Returns the first key that is bound to an action, or `nil` if no key is bound to it.
  func key(of action: Action) -> KeyPress? {
    let tables = [global, inspecting, tree]
    return tables.lazy.flatMap(\.bindings).first { $0.action == action }?.keys.first
  }

  /// Returns the notation of the first key that is bound to an action, or `nil` if no key is bound
  /// to it.
  func sign(of action: Action) -> String? {
    if speaksInWords { return action.command?.lineWord }
    guard let key = key(of: action) else { return nil }
    return switch key.key {
    case .enter: "↵"
    case .backspace: "⌫"
    case .tab: "⇥"
    default: key.description
    }
  }

  /// Returns hints in parentheses, which follow a message, such as ` (p resumes, r reloads)`.
  ///
  /// The result is empty if no action has a key.
  func hint(_ offers: (Action, String)...) -> String {
    let parts = offers.map(offer).filter { !$0.isEmpty }
    return parts.isEmpty ? "" : localized(" (\(parts.joined(separator: localized(", "))))")
  }

  /// Returns a hint such as `q quits`, or an empty string if the action has no key.
  func offer(_ offer: (action: Action, does: String)) -> String {
    hint(of: offer.action, offer.does)?.text ?? ""
  }

  /// Returns a hint with the key of an action, or `nil` if the action has no key.
  func hint(of action: Action, _ words: String) -> KeyHint? {
    sign(of: action).map { KeyHint($0, words, action: action) }
  }
}
