/// A feature of the program, with the keys that demonstrate it in a terminal.
struct Capability: Sendable, CustomStringConvertible {
  /// The name of the feature and of its expected screens.
  let name: String
  let arguments: [String]

  /// The keys to type, each element after the screen is quiet.
  let keys: [String]

  /// The value of `PATH`, or `nil` for that of the tests.
  let searchPath: String?

  init(_ name: String, _ arguments: [String], searchPath: String? = nil, _ keys: String...) {
    (self.name, self.arguments, self.searchPath, self.keys) = (name, arguments, searchPath, keys)
  }

  var description: String { name }

  /// The capabilities of the user guide, each in the folder `world` of `World`.
  static let all: [Capability] = sources + lists + rows + aids + troubles

  private static let sources = [
    Capability("source-ndjson", ["songs.ndjson"]),
    Capability("source-nested", ["songs.ndjson"], "j", "\r"),
    Capability("source-nested-list", ["songs.ndjson"], "j", "\r", "T", "G", "\r"),
    Capability("source-pointer", ["mocoa://file/?path=songs.ndjson&at=/3#year"]),
    Capability("source-csv", ["cities.csv"]),
    Capability("source-csv-row", ["cities.csv"], "G", "\r"),
    Capability("source-csv-no-header", ["--no-header", "cities.csv"]),
    Capability("source-lines", ["notes.txt"]),
    Capability("source-gzip", ["notes.txt.gz"]),
    Capability("source-folder", ["."]),
    Capability("source-database", ["shop.db"]),
    Capability("source-table", ["shop.db"], "jjj", "\r"),
    Capability("source-foreign-key", ["shop.db"], "jjj", "\r", "j", "\r", "G", "\r"),
    Capability("source-command", ["watch", "-n", "3600", "--", "cat", "songs.ndjson"]),
  ]

  private static let lists = [
    Capability("search", ["songs.ndjson"], "/海"),
    Capability("search-next", ["songs.ndjson"], "/song 1\r", "n"),
    Capability("filter", ["songs.ndjson"], "f", "live:true year>1990"),
    Capability("filter-applied", ["songs.ndjson"], "f", "live:true !海\r"),
    Capability("filter-broken", ["songs.ndjson"], "f", "(live | "),
    Capability("filter-nothing", ["songs.ndjson"], "f", "absent\r"),
    Capability("sort", ["songs.ndjson"], "s", "-year title\r"),
    Capability("sort-prompt", ["songs.ndjson"], "s", "ye\t"),
    Capability("groups", ["songs.ndjson"], "b", "genre\r"),
    Capability("groups-folded", ["songs.ndjson"], "b", "genre\r", "Z"),
    Capability("columns", ["songs.ndjson"], "c", "title year genre\r"),
    Capability(
      "excerpt", ["mocoa://file/?path=songs.ndjson&filter=live:true&sort=-year&group=genre"]),
    Capability(
      "options",
      ["--filter", "year<1990", "--sort", "-year", "--fields", "year title", "songs.ndjson"]),
    Capability("summary", ["songs.ndjson"], "#"),
    Capability("preview", ["songs.ndjson"], "v", "j"),
    Capability("preview-wide", ["songs.ndjson"], "v", "<<", "J"),
    Capability("tree", ["songs.ndjson"], "T", "ljjjjjjll"),
    Capability("copy-menu", ["songs.ndjson"], "y"),
  ]

  private static let rows = [
    Capability("marks", ["songs.ndjson"], " j ", "j"),
    Capability("pick", ["--pick", "--no-prompt", "--multi", "songs.ndjson"], " jj "),
    Capability("pick-prompt", ["--pick", "--multi", "songs.ndjson"], "bl", "\t"),
    Capability("shell-prompt", ["songs.ndjson"], " ", "!", "echo {title}"),
    Capability("pipe-prompt", ["songs.ndjson"], "|", "wc -l"),
    Capability("write-prompt", ["songs.ndjson"], "w", "out.csv"),
    Capability("written", ["songs.ndjson"], "w", "out.csv\r"),
    Capability("copied", ["songs.ndjson"], "yy"),
  ]

  private static let aids = [
    // The home screen lists the programs that are installed.
    Capability("home", [], searchPath: "/nonexistent"),
    Capability("home-kept", ["songs.ndjson"], searchPath: "/nonexistent", "B", ":home\r"),
    Capability("jumps", ["songs.ndjson"], "G", "\u{0F}"),
    Capability("tabs", ["songs.ndjson"], "t", "j"),
    Capability("palette", ["songs.ndjson"], "\u{10}"),
    Capability("palette-typed", ["songs.ndjson"], "\u{10}", "fold"),
    Capability("help", ["songs.ndjson"], "?"),
    Capability("inspector", ["songs.ndjson"], "i"),
    Capability("go", ["songs.ndjson"], ":mocoa://mu\t"),
    Capability(
      "lines", ["--plain", "songs.ndjson"], "sort -year\r", "filter live:true\r", "rows\r"),
    Capability("placeholder", ["mocoa://examples/30/"]),
  ]

  private static let troubles = [
    Capability("trouble-empty", ["empty.json"]),
    Capability("trouble-one-byte", ["one.json"]),
    Capability("trouble-header-only", ["header.csv"]),
    Capability("trouble-bad-line", ["broken.ndjson"]),
    Capability("trouble-escapes", ["escapes.ndjson"]),
    Capability("trouble-bytes", ["bytes.txt"]),
    Capability("trouble-wide", ["wide.csv"]),
    Capability("trouble-no-page", ["songs.ndjson"], ":mocoa://nowhere/\r"),
    Capability("trouble-not-written", ["songs.ndjson"], "w", "/dev/full\r"),
    Capability("trouble-command", ["songs.ndjson"], "|", "exit 3\r"),
  ]
}
