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
    Group(title: "Going from page to page", bindings: navigation),
    Group(title: "Filtering, sorting and searching", bindings: querying),
    Group(title: "Tabs and parts", bindings: tabs),
    Group(title: "Looking closer", bindings: inspection),
    Group(title: "Marking", bindings: marking),
    Group(title: "Handing over", bindings: external),
    Group(title: "What changes", bindings: updates),
    Group(title: "The program", bindings: control),
  ]

  /// All bindings, in the order of the manual.
  static let groups: [Group] =
    globalGroups + [
      Group(title: "In a grid", bindings: gridBindings),
      Group(title: "On the home screen", bindings: HomePage.bindings),
      Group(title: "In the inspector", bindings: inspectingBindings),
      Group(title: "With --pick", bindings: picking),
      Group(title: "With --pick --multi", bindings: pickingSeveral),
      Group(title: "At the prompt", bindings: prompt.bindings),
      Group(title: "While a list is filtered, sorted or searched", bindings: query.bindings),
      Group(title: "While one looks for what can be done", bindings: palette.bindings),
      Group(
        title: "While it is asked whether a command is to run",
        bindings: answers + question.bindings),
      Group(title: "In a page that takes text", bindings: fields + form.bindings),
      Group(
        title: "In a line of text",
        bindings: LineEditor.keys.bindings.map { Binding($0.keys, .edit($0.action), $0.help) }),
    ]

  private static let inspectingBindings = [
    Binding([KeyPress(.tab)], .inspectNext, "to the next view model, in the inspector"),
    Binding([KeyPress(.backTab)], .inspectPrevious, "to the one before, in the inspector"),
    Binding(
      [.character("Y")], .copyCode, "copy the Swift that fills a placeholder, in the inspector"),
    Binding([.character("w")], .writeManifest, "write its manifest as a file, in the inspector"),
  ]

  /// The bindings while picking, which precede all others.
  static let picking = [
    Binding([KeyPress(.enter)], .pick, "pick what is marked, or what the cursor is on"),
    Binding([.control("c")], .cancelPick, "end without picking anything"),
  ]

  /// The additional bindings while picking several items.
  static let pickingSeveral = [
    Binding([KeyPress(.tab)], .mark, "mark the item, or take its mark away")
  ]

  private static let gridBindings = [
    Binding([KeyPress(.left)], .move(.left), "one item to the left, in a grid"),
    Binding([KeyPress(.right)], .move(.right), "one item to the right, in a grid"),
  ]

  /// The bindings of a prompt; all other keys insert text.
  static let prompt = KeyTable<Action>(
    [
      Binding([KeyPress(.enter)], .accept, "go there"),
      Binding([KeyPress(.escape), .control("c"), .control("g")], .escape, "leave the prompt"),
      Binding([KeyPress(.tab)], .complete(.forward), "complete, then the next candidate"),
      Binding([KeyPress(.backTab)], .complete(.backward), "the candidate before"),
      Binding([KeyPress(.up), .control("p")], .recall(.older), "the line entered before"),
      Binding([KeyPress(.down), .control("n")], .recall(.newer), "the line entered next"),
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
      [KeyPress(.enter), KeyPress(.escape), .control("c"), .control("g")], .escape, "run nothing"),
    Binding([.control("l")], .repaint, nil),
    Binding([.control("z")], .suspend, nil),
  ])

  /// The bindings of a prompt that filters, sorts or searches; all other keys insert text.
  static let query = KeyTable<Action>(
    promptCommon + [
      Binding([KeyPress(.up)], .recall(.older), "what was entered before"),
      Binding([KeyPress(.down)], .recall(.newer), "what was entered next"),
      Binding([.control("n")], .move(.down), "one item down"),
      Binding([.control("p")], .move(.up), "one item up"),
    ] + lineEditing)

  /// The bindings of the palette; all other keys insert text.
  static let palette = KeyTable<Action>(
    promptCommon + [
      Binding([KeyPress(.down), .control("n")], .move(.down), "one item down"),
      Binding([KeyPress(.up), .control("p")], .move(.up), "one item up"),
    ] + lineEditing)

  private static let promptCommon = [
    Binding([KeyPress(.enter)], .accept, "keep it"),
    Binding([KeyPress(.escape), .control("c"), .control("g")], .escape, "leave it as it was"),
    Binding([KeyPress(.tab)], .complete(.forward), "complete, then the next candidate"),
    Binding([KeyPress(.backTab)], .complete(.backward), "the candidate before"),
    Binding([KeyPress(.pageDown)], .move(.pageDown), "one page down"),
    Binding([KeyPress(.pageUp)], .move(.pageUp), "one page up"),
  ]

  private static let lineEditing =
    LineEditor.keys.bindings.map { Binding($0.keys, .edit($0.action), nil) } + [
      Binding([.control("l")], .repaint, nil),
      Binding([.control("z")], .suspend, nil),
    ]

  /// The bindings of a page with text input; the page handles all other keys.
  static let form = KeyTable<Action>([
    Binding([KeyPress(.escape), .control("c"), .control("g")], .closePage, "leave it as it was"),
    Binding([KeyPress(.function(1))], .help, "this help"),
    Binding([.control("l")], .repaint, nil),
    Binding([.control("z")], .suspend, nil),
  ])

  /// The keys that forms handle, for the help.
  static let fields = [
    Binding([KeyPress(.enter)], .accept, "confirm"),
    Binding([KeyPress(.tab), KeyPress(.down)], .nextPart, "to the next field"),
    Binding([KeyPress(.backTab), KeyPress(.up)], .nextPart, "to the field before"),
  ]

  private static let movement = [
    Binding([KeyPress(.down), .character("j")], .move(.down), "one item down"),
    Binding([KeyPress(.up), .character("k")], .move(.up), "one item up"),
    Binding([KeyPress(.pageDown), .control("f")], .move(.pageDown), "one page down"),
    Binding([KeyPress(.pageUp), .control("b")], .move(.pageUp), "one page up"),
    Binding([.control("d")], .move(.halfPageDown), "half a page down"),
    Binding([.control("u")], .move(.halfPageUp), "half a page up"),
    Binding([.character("g"), KeyPress(.home)], .move(.first), "to the first item"),
    Binding([.character("G"), KeyPress(.end)], .move(.last), "to the last item"),
    Binding([.control("o")], .jumpBack, "back to the item where the cursor was before it went far"),
    Binding([.control("n")], .jumpForward, "forward to the item that one jumped back from"),
  ]

  private static let navigation = [
    Binding(
      [KeyPress(.enter), .character("l"), KeyPress(.right)], .open, "open what the cursor is on"),
    Binding([.character("o")], .peek, "open it over this page, to look at it"),
    Binding([KeyPress(.backspace), .character("H")], .back, "back to the page before"),
    Binding([.character("L")], .forward, "forward to the page that one went back from"),
    Binding([.character("h"), KeyPress(.left)], .goToParent, "out to the page above"),
    Binding(
      [.character("B")], .bookmark, "bookmark this place, or no longer; mocoa://home/ has them"),
    Binding([.character(":")], .prompt, "go to a URL or an item by its number, or run a command"),
    Binding([.control("p")], .palette, "look for what can be done, and do it"),
    Binding([.character("q")], .closePage, "leave this page; the first one ends the program"),
    Binding([.character("Q")], .quit, "end the program"),
  ]

  private static let tabs = [
    Binding([.character("t")], .openTab, "open it in a tab of its own"),
    Binding([.character("}")], .nextTab, "to the next tab"),
    Binding([.character("{")], .previousTab, "to the tab before"),
    Binding([.character("x")], .closeTab, "close the tab"),
    Binding([KeyPress(.tab)], .nextPart, "to the next part of a page that has several"),
  ]

  private static let querying = [
    Binding([.character("f")], .filter, "filter: show only the items that have what is typed"),
    Binding([.character("s")], .sort, "sort by fields: year, or year -title"),
    Binding([.character("S")], .reverse, "sort the other way round"),
    Binding([.character("b")], .group, "group by a field: a section for each of its values"),
    Binding([.character("c")], .columns, "columns: the fields that are shown, and their order"),
    Binding([.character(".")], .scrollColumns(.right), "the columns to the right, one further"),
    Binding([.character(",")], .scrollColumns(.left), "the columns to the left, one further"),
    Binding([.character("$")], .scrollColumns(.last), "to the last column"),
    Binding([.character("^")], .scrollColumns(.first), "to the first columns"),
    Binding([.character("z")], .fold, "fold the section into one row; unfold it"),
    Binding([.character("Z")], .foldAll, "fold all sections: how often each value is; unfold them"),
    Binding([.character("/")], .search, "search: the cursor goes to what is typed"),
    Binding([.character("n")], .searchNext, "to the next item that was searched for"),
    Binding([.character("N")], .searchPrevious, "to the one before"),
    Binding(
      [.character("#")], .fieldStatistics, "what the fields are: how many values, which, how often"),
  ]

  private static let inspection = [
    Binding([.character("?"), KeyPress(.function(1))], .help, "this help"),
    Binding(
      [.character("v")], .preview, "preview: all of the item under the cursor, beside the list"),
    Binding([.character("J")], .previewDown, "half a page down in the preview"),
    Binding([.character("K")], .previewUp, "half a page up in the preview"),
    Binding([.character(">")], .previewLarger, "a larger preview"),
    Binding([.character("<")], .previewSmaller, "a smaller preview"),
    Binding([.character("i")], .inspect, "inspect the cell: its data and how it was resolved"),
    Binding([.character("~")], .showLog, "the log: modules, batches, emissions, misses, notes"),
    Binding([.character("y")], .copy, "copy the row; of a placeholder, what fills it (inspected)"),
    Binding(
      [.character("Y")], .copyURL, "copy the URL of this place: the page, what is shown, the item"),
    Binding([.character("d")], .debug, "debug mode: show what no module can show"),
  ]

  private static let marking = [
    Binding([.character(" ")], .mark, "mark the item, or take its mark away"),
    Binding([.character("m")], .markItems(.range), "mark all from the last mark to the cursor"),
    Binding([.character("a")], .markItems(.all), "mark all that is shown"),
    Binding([.character("A")], .markItems(.inverse), "invert the marks of all that is shown"),
    Binding([.character("u")], .markItems(.none), "take all marks away"),
  ]

  private static let external = [
    Binding([.character("!")], .runCommand, "run a command on what is marked, or on the item"),
    Binding([.character("|")], .pipeToCommand, "the same, with it as JSON at standard input"),
    Binding([.character("e")], .editSource, "open its file in $VISUAL or $EDITOR, on its line"),
    Binding([.character("w")], .write, "write what is marked, or all that is shown, to a file"),
  ]

  private static let updates = [
    Binding([.character("F")], .follow, "follow: the cursor goes to what is added at the end"),
    Binding([.character("r")], .reload, "read again; run the watched command now"),
    Binding([.character("p")], .pause, "pause what changes by itself, and let it go on"),
    Binding([.character("[")], .older, "the version before: what the list was"),
    Binding([.character("]")], .newer, "the version after"),
    Binding([.character("=")], .latest, "the newest version, and every change from now on"),
  ]

  private static let control = [
    Binding([KeyPress(.escape)], .escape, "end what lies over the page, or the filter"),
    Binding([.control("c")], .cancel, "stop loading"),
    Binding([.control("l")], .repaint, "draw the screen again"),
    Binding([.character("M")], .mouse, "give the mouse to the terminal, and take it back"),
    Binding([.control("z")], .suspend, "suspend; fg comes back"),
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

  /// Returns hints in parentheses for the end of a message, such as ` (p goes on, r reads again)`.
  ///
  /// The result is empty if no action has a key.
  func remark(_ offers: (Action, String)...) -> String {
    let parts = offers.map(offer).filter { !$0.isEmpty }
    return parts.isEmpty ? "" : localized(" (\(parts.joined(separator: localized(", "))))")
  }

  /// Returns a hint such as `q quits`, or an empty string if the action has no key.
  func offer(_ offer: (action: Action, does: String)) -> String {
    sign(of: offer.action).map { "\($0) \(offer.does)" } ?? ""
  }
}
