/// The files, environment variables, exit statuses and examples in the manual.
enum ManualTables {
  /// A name and the description of what it means.
  typealias Entry = (name: String, meaning: String)

  static let files: [Entry] = [
    (
      "~/.config/mocoa/config.json",
      "settings: language, theme, motion, mouse, interval, recents, limits, confirm and keys"
    ),
    ("~/.config/mocoa/themes/NAME.json", "user themes"),
    ("~/.config/mocoa/modules/*.json", "user manifests, loaded at startup"),
    ("~/.local/state/mocoa/pages", "the pages of the last session, for `--resume`"),
    ("~/.local/state/mocoa/bookmarks", "bookmarks: a URL and a name per line"),
    ("~/.local/state/mocoa/recents", "recently opened files, folders and databases"),
    ("~/.local/share/mocoa/examples/", "data created by the examples"),
  ]

  static let variables: [Entry] = [
    ("NO_COLOR", "if set, disables color"),
    (
      "COLORTERM, TERM",
      "number of colors: 24-bit color if COLORTERM is `truecolor` or `24bit`, otherwise the value in "
        + "terminfo; TERM=`dumb` disables animation"
    ),
    (
      "LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
      "interface language; the first variable set wins; `zh` and its regions select Chinese, anything else "
        + "English. LANGUAGE is a list separated by colons and is ignored if the locale is `C` or `POSIX`"
    ),
    ("COLORFGBG", "light or dark background, for the theme `auto`"),
    ("VISUAL, EDITOR", "editor for `e`; first variable set wins (default `vi`)"),
    ("SHELL", "shell for the commands of `!` and `|` (default `/bin/sh`)"),
    ("TMPDIR", "spool directory for piped input (default `/tmp`)"),
    ("ESCDELAY", "escape sequence timeout in milliseconds (default 25)"),
    ("HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "locations of the files above"),
  ]

  static let statuses: [Entry] = [
    ("\(ExitStatus.success)", "success; with `--pick`: items were picked"),
    (
      "\(ExitStatus.negative)",
      "`explain` found no module, `diff` found differences, or nothing to pick"
    ),
    ("\(ExitStatus.failure)", "error; see the message on standard error"),
    ("\(ExitStatus.cancelled)", "`--pick` was canceled"),
    ("\(ExitStatus.closedOutput)", "standard output closed early (SIGPIPE)"),
    ("128+n", "ended by signal n"),
  ]

  static let examples: [Entry] = [
    ("mocoa orders.ndjson.gz", "Open a compressed file:"),
    ("curl -s https://example.org/list.json | mocoa", "Open the output of a command:"),
    ("mocoa watch -n 1 -- docker ps --format json", "Watch a list change:"),
    ("mocoa diff --id sku old.json new.json", "Compare two lists:"),
    (
      "vim \"$(mocoa --pick .)\"",
      "Pick a file for another program:"
    ),
    (
      "mocoa scaffold orders.json > orders.module.json",
      "Generate a manifest, which defines the appearance of rows:"
    ),
    (
      "mocoa config --init",
      "Create a settings file with the defaults:"
    ),
    ("mocoa generate man | man -l -", "Read this page without installing it:"),
  ]
}
