internal import MocoaTerminal

/// The keys of the browser: one table, from which help and hints are made.
enum Keys {
  typealias Binding = KeyTable<Action>.Binding

  /// What counts everywhere but in prompts, panels and forms.
  static let global = KeyTable<Action>(movement + going + tabs + showing + changing + control)

  /// The characters of keys that manifests may not take, for they are how one gets anywhere.
  static let reserved = Set(
    global.bindings.filter { isReserved($0.action) }.flatMap(\.keys).compactMap { key in
      if case .character(let scalar) = key.key, key.modifiers.isEmpty { scalar } else { nil }
    })

  private static func isReserved(_ action: Action) -> Bool {
    switch action {
    case .move, .open, .openOver, .openTab, .out, .back, .forward, .leave, .quit, .help, .prompt,
      .escape:
      true
    default: false
    }
  }

  /// What counts in panels, and nothing else: no key does anything to the page, which one cannot see.
  static let panel = KeyTable<Action>(
    movement + [
      Binding(
        [.character("q"), KeyPress(.escape), .character("i"), .character("?"), KeyPress(.left)]
          + [KeyPress(.function(1)), .character("h"), KeyPress(.backspace), KeyPress(.enter)]
          + [.control("c")], .escape, "close")
    ] + global.bindings.filter { isHarmless($0.action) })

  private static func isHarmless(_ action: Action) -> Bool {
    switch action {
    case .activity, .copy, .debug, .prompt, .repaint, .mouse, .suspend, .quit: true
    default: false
    }
  }

  /// What counts in panels over a page that takes text, which no key is to lose.
  static let panelOverForm = KeyTable<Action>(panel.bindings.filter { $0.action != .quit })

  /// What counts in the inspector alone.
  static let inspecting = KeyTable<Action>([
    Binding([KeyPress(.tab)], .inspectNext, "to the next view model, in the inspector"),
    Binding([KeyPress(.backTab)], .inspectPrevious, "to the one before, in the inspector"),
    Binding([.character("Y")], .copyCode, "copy the Swift that fills a placeholder, likewise"),
    Binding([.character("w")], .writeManifest, "write its manifest as a file, likewise"),
  ])

  /// What counts in the inspector.
  static let inspector = KeyTable<Action>(inspecting.bindings + panel.bindings)

  /// What counts in a grid, before what counts everywhere.
  static let grid = KeyTable<Action>([
    Binding([KeyPress(.left)], .move(.left), "one item to the left, in a grid"),
    Binding([KeyPress(.right)], .move(.right), "one item to the right, in a grid"),
  ])

  /// What counts in the prompt; all other keys write.
  static let prompt = KeyTable<Action>(
    [
      Binding([KeyPress(.enter)], .accept, "go there"),
      Binding([KeyPress(.escape), .control("c"), .control("g")], .escape, "leave the prompt"),
      Binding([KeyPress(.tab)], .complete(.forward), "complete, then the next candidate"),
      Binding([KeyPress(.backTab)], .complete(.backward), "the candidate before"),
      Binding([KeyPress(.up), .control("p")], .recall(.older), "the line entered before"),
      Binding([KeyPress(.down), .control("n")], .recall(.newer), "the line entered next"),
    ] + LineEditor.keys.bindings.map { Binding($0.keys, .edit($0.action), nil) } + [
      Binding([.control("l")], .repaint, nil),
      Binding([.control("z")], .suspend, nil),
    ])

  /// What counts in a page that takes text; all other keys are its own.
  static let form = KeyTable<Action>([
    Binding([KeyPress(.escape), .control("c"), .control("g")], .leave, "leave it as it was"),
    Binding([KeyPress(.function(1))], .help, "this help"),
    Binding([.control("l")], .repaint, nil),
    Binding([.control("z")], .suspend, nil),
  ])

  /// What forms do with keys themselves, for the help.
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
  ]

  private static let going = [
    Binding(
      [KeyPress(.enter), .character("l"), KeyPress(.right)], .open, "open what the cursor is on"),
    Binding([.character("o")], .openOver, "open it over this page, to look at it"),
    Binding([KeyPress(.backspace), .character("H")], .back, "back to the page before"),
    Binding([.character("L")], .forward, "forward to the page that one went back from"),
    Binding([.character("h"), KeyPress(.left)], .out, "out to the page above"),
    Binding([.character(":")], .prompt, "go to a URL or an item by its number, or run a command"),
    Binding([.character("q")], .leave, "leave this page; the first one ends the program"),
    Binding([.character("Q")], .quit, "end the program"),
  ]

  private static let tabs = [
    Binding([.character("t")], .openTab, "open it in a tab of its own"),
    Binding([.character("}")], .nextTab, "to the next tab"),
    Binding([.character("{")], .previousTab, "to the tab before"),
    Binding([.character("x")], .closeTab, "close the tab"),
    Binding([KeyPress(.tab)], .nextPart, "to the next part of a page that has several"),
  ]

  private static let showing = [
    Binding([.character("?"), KeyPress(.function(1))], .help, "this help"),
    Binding([.character("i")], .inspect, "inspect the cell: its data and how it was resolved"),
    Binding([.character("~")], .activity, "the log: modules, batches, emissions and misses"),
    Binding([.character("y")], .copy, "copy the row; of a placeholder, what fills it (inspected)"),
    Binding([.character("d")], .debug, "debug mode: show what no module can show"),
  ]

  private static let changing = [
    Binding([.character(" ")], .mark, "mark the item, or take its mark away"),
    Binding([.character("F")], .follow, "follow: the cursor goes to what is added at the end"),
    Binding([.character("r")], .readAgain, "read again; run the watched command now"),
    Binding([.character("p")], .pause, "pause what changes by itself, and let it go on"),
    Binding([.character("[")], .older, "the version before: what the list was"),
    Binding([.character("]")], .newer, "the version after"),
    Binding([.character("=")], .live, "the newest version, and every change from now on"),
  ]

  private static let control = [
    Binding([KeyPress(.escape)], .escape, nil),
    Binding([.control("c")], .cancel, "stop loading"),
    Binding([.control("l")], .repaint, "draw the screen again"),
    Binding([.character("M")], .mouse, "give the mouse to the terminal, and take it back"),
    Binding([.control("z")], .suspend, "suspend; fg comes back"),
  ]

  /// The few keys that the status line shows, with a word each.
  static let hints: [(Action, String)] = [
    (.open, "open"), (.back, "back"), (.prompt, "go to"), (.help, "help"),
  ]

  /// What the status line says in a page that takes text.
  static let formHint = "↵ confirm  ⇥ next  Esc cancel"

  /// The first key that is bound to an action, as a sign.
  static func sign(of action: Action) -> String {
    guard let key = global.bindings.first(where: { $0.action == action })?.keys.first else {
      return ""
    }
    return switch key.key {
    case .enter: "↵"
    case .backspace: "⌫"
    default: key.description
    }
  }
}
