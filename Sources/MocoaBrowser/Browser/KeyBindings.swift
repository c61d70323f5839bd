internal import MocoaLocalization
internal import MocoaTerminal

/// The key bindings of the browser, from which help and hints are generated.
struct KeyBindings {
  typealias Binding = KeyTable<Action>.Binding

  /// The bindings of pages, which are not active in prompts, panels and forms.
  let global: KeyTable<Action>

  /// The bindings of panels, the only ones active there, so that no key changes the covered page.
  let panel: KeyTable<Action>

  /// The bindings of panels over a page with text input, where no key may end the program.
  let panelOverForm: KeyTable<Action>

  /// The additional bindings of the inspector, and all of its bindings.
  let inspecting: KeyTable<Action>
  let inspector: KeyTable<Action>

  /// The bindings of a grid, which precede the global ones.
  let grid: KeyTable<Action>

  /// A Boolean value that indicates whether hints name command words instead of keys, as in line
  /// mode.
  var speaksInWords = false

  /// The characters that manifests cannot bind because they are bound to navigation.
  let reserved: Set<Unicode.Scalar>

  /// Creates key bindings.
  ///
  /// - Parameter rebound: The keys of actions that differ from the standard bindings.
  init(rebound: [Action: [KeyPress]] = [:]) {
    func table(_ bindings: [Binding]) -> KeyTable<Action> {
      KeyTable(
        bindings.map { Binding(rebound[$0.action] ?? $0.keys, $0.action, $0.help) })
    }
    let usual = KeyTable(Self.globalGroups.flatMap(\.bindings))
    global = table(usual.bindings)
    inspecting = table(Self.inspectingBindings)
    grid = table(Self.gridBindings)
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
        + global.bindings.filter { Self.isHarmless($0.action) })
    panelOverForm = KeyTable(panel.bindings.filter { $0.action != .quit })
    inspector = KeyTable(inspecting.bindings + panel.bindings)
    reserved = Set(
      global.bindings.filter { Self.isReserved($0.action) }.flatMap(\.keys).compactMap { key in
        if case .character(let scalar) = key.key, key.modifiers.isEmpty { scalar } else { nil }
      })
  }

  /// The standard key bindings.
  static let standard = KeyBindings()

  /// The standard global bindings.
  static var global: KeyTable<Action> { standard.global }

  private static func isReserved(_ action: Action) -> Bool {
    switch action {
    case .move, .open, .peek, .openTab, .goToParent, .back, .forward, .closePage, .quit, .help,
      .prompt,
      .escape:
      true
    default: false
    }
  }

  private static func isHarmless(_ action: Action) -> Bool {
    switch action {
    case .showLog, .copy, .debug, .prompt, .repaint, .mouse, .suspend, .quit: true
    default: false
    }
  }

  /// The keys that close a panel.
  private static let closing =
    [.character("q"), KeyPress(.escape), .character("i"), .character("?"), KeyPress(.left)]
    + [KeyPress(.function(1)), .character("h"), KeyPress(.backspace), KeyPress(.enter)]
    + [.control("c")]

  /// A group of related bindings with a title.
  struct Group {
    let title: String
    let bindings: [Binding]
  }

  private static let globalGroups = [
    Group(title: "Moving", bindings: movement),
    Group(title: "Navigation", bindings: navigation),
    Group(title: "Filter, sort and search", bindings: querying),
    Group(title: "Tabs and panes", bindings: tabs),
    Group(title: "Preview and inspect", bindings: inspection),
    Group(title: "Marks", bindings: marking),
    Group(title: "Commands and export", bindings: external),
    Group(title: "Live updates", bindings: updates),
    Group(title: "Program", bindings: control),
  ]

  /// All bindings, in the order of the manual.
  static let groups: [Group] =
    globalGroups + [
      Group(title: "Grid", bindings: gridBindings),
      Group(title: "Home screen", bindings: HomePage.bindings),
      Group(title: "Inspector", bindings: inspectingBindings),
      Group(title: "With --pick", bindings: picking),
      Group(title: "With --pick --multi", bindings: pickingSeveral),
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

  private static let inspectingBindings = [
    Binding([KeyPress(.tab)], .inspectNext, "next view model"),
    Binding([KeyPress(.backTab)], .inspectPrevious, "previous view model"),
    Binding(
      [.character("Y")], .copyCode, "copy Swift registration"),
    Binding([.character("w")], .writeManifest, "save manifest"),
  ]

  /// The bindings while picking, which precede all others.
  static let picking = [
    Binding([KeyPress(.enter)], .pick, "pick marked or current item"),
    Binding([.control("c")], .cancelPick, "cancel"),
  ]

  /// The additional bindings while picking several items.
  static let pickingSeveral = [
    Binding([KeyPress(.tab)], .mark, "toggle mark")
  ]

  private static let gridBindings = [
    Binding([KeyPress(.left)], .move(.left), "item to the left"),
    Binding([KeyPress(.right)], .move(.right), "item to the right"),
  ]

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

  /// The answers to the confirmation question, for the manual.
  private static let answers = [
    Binding([.character("y")], .accept, "run the command"),
    Binding([.character("e")], .edit(.end), "edit the command"),
    Binding([KeyPress(.right)], .scrollColumns(.right), "scroll the command to the right"),
    Binding([KeyPress(.left)], .scrollColumns(.left), "scroll the command to the left"),
    Binding([.character("?")], .help, "show all of the command"),
  ]

  /// The bindings of the confirmation question; the other answers are letters.
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

  /// The bindings of a page with text input; the page handles all other keys.
  static let form = KeyTable<Action>([
    Binding([KeyPress(.escape), .control("c"), .control("g")], .closePage, "cancel"),
    Binding([KeyPress(.function(1))], .help, "this help"),
    Binding([.control("l")], .repaint, nil),
    Binding([.control("z")], .suspend, nil),
  ])

  /// The keys that forms handle, for the help.
  static let fields = [
    Binding([KeyPress(.enter)], .accept, "confirm"),
    Binding([KeyPress(.tab), KeyPress(.down)], .nextPart, "next field"),
    Binding([KeyPress(.backTab), KeyPress(.up)], .nextPart, "previous field"),
  ]

  private static let movement = [
    Binding([KeyPress(.down), .character("j")], .move(.down), "next item"),
    Binding([KeyPress(.up), .character("k")], .move(.up), "previous item"),
    Binding([KeyPress(.pageDown), .control("f")], .move(.pageDown), "page down"),
    Binding([KeyPress(.pageUp), .control("b")], .move(.pageUp), "page up"),
    Binding([.control("d")], .move(.halfPageDown), "half page down"),
    Binding([.control("u")], .move(.halfPageUp), "half page up"),
    Binding([.character("g"), KeyPress(.home)], .move(.first), "first item"),
    Binding([.character("G"), KeyPress(.end)], .move(.last), "last item"),
    Binding([.control("o")], .jumpBack, "jump back"),
    Binding([.control("n")], .jumpForward, "jump forward"),
  ]

  private static let navigation = [
    Binding(
      [KeyPress(.enter), .character("l"), KeyPress(.right)], .open, "open item"),
    Binding([.character("o")], .peek, "peek at item"),
    Binding([KeyPress(.backspace), .character("H")], .back, "go back"),
    Binding([.character("L")], .forward, "go forward"),
    Binding([.character("h"), KeyPress(.left)], .goToParent, "go to parent page"),
    Binding(
      [.character("B")], .bookmark, "toggle bookmark"),
    Binding([.character(":")], .prompt, "open URL, go to item or run command"),
    Binding([.control("p")], .palette, "open command palette"),
    Binding([.character("q")], .closePage, "close page (quit on the last)"),
    Binding([.character("Q")], .quit, "quit"),
  ]

  private static let tabs = [
    Binding([.character("t")], .openTab, "open in new tab"),
    Binding([.character("}")], .nextTab, "next tab"),
    Binding([.character("{")], .previousTab, "previous tab"),
    Binding([.character("x")], .closeTab, "close the tab"),
    Binding([KeyPress(.tab)], .nextPart, "focus next pane"),
  ]

  private static let querying = [
    Binding([.character("f")], .filter, "filter: show matching items"),
    Binding([.character("s")], .sort, "sort by fields (year, or year -title)"),
    Binding([.character("S")], .reverse, "reverse sort order"),
    Binding([.character("b")], .group, "group by field"),
    Binding([.character("c")], .columns, "choose columns"),
    Binding([.character(".")], .scrollColumns(.right), "scroll columns right"),
    Binding([.character(",")], .scrollColumns(.left), "scroll columns left"),
    Binding([.character("$")], .scrollColumns(.last), "go to last column"),
    Binding([.character("^")], .scrollColumns(.first), "go to first column"),
    Binding([.character("z")], .fold, "fold or unfold section"),
    Binding([.character("Z")], .foldAll, "fold or unfold all (value counts)"),
    Binding([.character("/")], .search, "search"),
    Binding([.character("n")], .searchNext, "next match"),
    Binding([.character("N")], .searchPrevious, "previous match"),
    Binding(
      [.character("#")], .fieldStatistics, "show field statistics"),
  ]

  private static let inspection = [
    Binding([.character("?"), KeyPress(.function(1))], .help, "this help"),
    Binding(
      [.character("v")], .preview, "toggle preview"),
    Binding([.character("J")], .previewDown, "scroll preview down"),
    Binding([.character("K")], .previewUp, "scroll preview up"),
    Binding([.character(">")], .previewLarger, "enlarge preview"),
    Binding([.character("<")], .previewSmaller, "shrink preview"),
    Binding([.character("i")], .inspect, "inspect item"),
    Binding([.character("~")], .showLog, "show event log"),
    Binding([.character("y")], .copy, "copy row"),
    Binding(
      [.character("Y")], .copyURL, "copy URL"),
    Binding([.character("d")], .debug, "toggle debug mode"),
  ]

  private static let marking = [
    Binding([.character(" ")], .mark, "toggle mark"),
    Binding([.character("m")], .markItems(.range), "mark range to cursor"),
    Binding([.character("a")], .markItems(.all), "mark all visible items"),
    Binding([.character("A")], .markItems(.inverse), "invert marks"),
    Binding([.character("u")], .markItems(.none), "clear marks"),
  ]

  private static let external = [
    Binding([.character("!")], .runCommand, "run shell command on items"),
    Binding([.character("|")], .pipeToCommand, "pipe items as JSON to command"),
    Binding([.character("e")], .editSource, "open in editor"),
    Binding([.character("w")], .write, "export items to file"),
  ]

  private static let updates = [
    Binding([.character("F")], .follow, "follow new items"),
    Binding([.character("r")], .reload, "reload"),
    Binding([.character("p")], .pause, "pause or resume updates"),
    Binding([.character("[")], .older, "older version"),
    Binding([.character("]")], .newer, "newer version"),
    Binding([.character("=")], .latest, "latest version"),
  ]

  private static let control = [
    Binding([KeyPress(.escape)], .escape, "close overlay or clear filter"),
    Binding([.control("c")], .cancel, "stop loading"),
    Binding([.control("l")], .repaint, "redraw screen"),
    Binding([.character("M")], .mouse, "toggle mouse"),
    Binding([.control("z")], .suspend, "suspend (fg resumes)"),
  ]

  /// The actions that the status line shows next to the help key, with their labels.
  static var hints: [(Action, String)] {
    [(.open, localized("open")), (.back, localized("back")), (.prompt, localized("go to"))]
  }

  /// The hints of the status line for a page with text input.
  static var formHints: [String] {
    [localized("↵ confirm"), localized("⇥ next"), localized("Esc cancel")]
  }

  /// Returns as many complete hints as fit, from the first one on, and the last hint if it fits.
  static func fitting(_ hints: [String], and last: String? = nil, in room: Int) -> String {
    var fitting: [String] = []
    for hint in hints {
      let line = (fitting + [hint] + [last].compactMap(\.self)).joined(separator: "  ")
      guard Canvas.columns(of: line, atMost: room + 1) <= room else { break }
      fitting.append(hint)
    }
    // If not even the last hint fits, the result is empty, because a partial hint is not useful.
    let line = (fitting + [last].compactMap(\.self)).joined(separator: "  ")
    return Canvas.columns(of: line, atMost: max(0, room) + 1) <= room ? line : ""
  }

  /// Returns the symbol of the first key that is bound to an action, or `nil` if none is bound.
  func sign(of action: Action) -> String? {
    if speaksInWords { return action.name }
    let tables = [global, inspecting]
    let binding = tables.lazy.flatMap(\.bindings).first { $0.action == action }
    guard let key = binding?.keys.first else { return nil }
    return switch key.key {
    case .enter: "↵"
    case .backspace: "⌫"
    default: key.description
    }
  }

  /// Returns hints in parentheses for the end of a message, such as ` (p resumes, r reloads)`.
  ///
  /// The result is empty if no action has a key.
  func hint(_ offers: (Action, String)...) -> String {
    let parts = offers.map(offer).filter { !$0.isEmpty }
    return parts.isEmpty ? "" : localized(" (\(parts.joined(separator: localized(", "))))")
  }

  /// Returns a hint such as `q quits`, or an empty string if the action has no key.
  func offer(_ offer: (action: Action, does: String)) -> String {
    sign(of: offer.action).map { "\($0) \(offer.does)" } ?? ""
  }
}
