/// The files, environment variables, exit statuses and examples in the manual.
enum ManualTables {
  /// A name and its description.
  typealias Entry = (name: String, meaning: String)

  static let files: [Entry] = [
    (
      "~/.config/mocoa/config.json",
      "settings: language, theme, motion, mouse, interval, recents, limits, confirm and keys"
    ),
    ("~/.config/mocoa/themes/NAME.json", "themes of one's own, for `--theme` and the settings"),
    ("~/.config/mocoa/modules/*.json", "user manifests, loaded at startup"),
    ("~/.local/state/mocoa/pages", "the pages that were open last, for `--resume`"),
    (
      "~/.local/state/mocoa/bookmarks",
      "the places that `B` has bookmarked, a URL and a name a line"
    ),
    ("~/.local/state/mocoa/recents", "the files, folders and databases that were opened last"),
    ("~/.local/share/mocoa/examples/", "data created by the examples"),
  ]

  static let variables: [Entry] = [
    ("NO_COLOR", "if set, disables color"),
    (
      "COLORTERM, TERM",
      "how many colours there are: all where the first is `truecolor` or `24bit`, else what terminfo says; "
        + "nothing moves where the second is `dumb`"
    ),
    (
      "LANGUAGE, LC_ALL, LC_MESSAGES, LANG",
      "the language of what is said, as the first that is set asks: Chinese for `zh` and all its regions, else "
        + "English. LANGUAGE can name several, with colons between, and counts unless the locale is `C` or "
        + "`POSIX`"
    ),
    ("COLORFGBG", "whether the background is light or dark, for the theme `auto`"),
    ("VISUAL, EDITOR", "the editor that `e` opens, the first that is set; else `vi`"),
    ("SHELL", "the shell that runs what is typed behind `!` and `|`; else `/bin/sh`"),
    ("TMPDIR", "where what comes through a pipe is kept while it is shown; else `/tmp`"),
    ("ESCDELAY", "escape sequence timeout in milliseconds (default 25)"),
    ("HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "where the files above are"),
  ]

  static let statuses: [Entry] = [
    ("\(ExitStatus.success)", "done; with `--pick`: something was picked"),
    (
      "\(ExitStatus.negative)",
      "the answer is no: `explain` shows a placeholder, `diff` finds a difference, there is nothing to pick"
    ),
    ("\(ExitStatus.failure)", "error; see the message on standard error"),
    ("\(ExitStatus.cancelled)", "`--pick` was left without picking anything"),
    ("\(ExitStatus.closedOutput)", "standard output closed early (SIGPIPE)"),
    ("128+n", "ended by signal n"),
  ]

  static let examples: [Entry] = [
    ("mocoa orders.ndjson.gz", "Open a file, decompressed as it is read:"),
    ("curl -s https://example.org/list.json | mocoa", "Open what a command prints:"),
    ("mocoa watch -n 1 -- docker ps --format json", "Watch a list change:"),
    ("mocoa diff --id sku old.json new.json", "Compare two lists:"),
    (
      "vim \"$(mocoa --pick .)\"",
      "Pick a file for another program:"
    ),
    (
      "mocoa scaffold orders.json > orders.module.json",
      "Begin a manifest, which says how rows look:"
    ),
    (
      "mocoa config --init",
      "Create a settings file with the defaults:"
    ),
    ("mocoa generate man | man -l -", "Read this page where it is not installed:"),
  ]
}
