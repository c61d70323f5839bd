/// A program to compare, and the keys that control it.
struct Peer {
  let name: String

  /// A closure that returns the command, with its arguments, that opens a file.
  let command: (_ path: String) -> [String]

  /// The keys that move to the next record.
  let next: String

  /// The keys that end the program.
  let quit: String

  /// A Boolean value that indicates whether the program counts records and has a cursor.
  let counts: Bool

  /// A closure that returns `true` if a screen shows that a million records are read.
  var hasOpened: (PeerScreen) -> Bool = Peer.hasCounted

  static func mocoa(_ path: String) -> Peer {
    Peer(name: "mocoa", command: { [path, $0] }, next: "j", quit: "q", counts: true)
  }

  static func less(_ path: String) -> Peer {
    Peer(name: "less", command: { [path, $0] }, next: "j", quit: "q", counts: false)
  }

  /// Creates the peer for fzf, which reads standard input and lists its records upward.
  static func fzf(_ path: String) -> Peer {
    let run = #"exec "$1" --gutter ' ' --pointer ▌ <"$2""#
    return Peer(
      name: "fzf", command: { ["/bin/sh", "-c", run, "sh", path, $0] }, next: "\u{1B}[A",
      quit: "\u{1B}", counts: true)
  }

  /// Creates the peer for VisiData, whose path is empty if it is not installed.
  static func visidata(_ path: String) -> Peer {
    let run =
      #"test -n "$1" || { echo "VisiData is not installed"; exit 1; }; exec "$1" -f jsonl "$2""#
    return Peer(
      name: "visidata", command: { ["/bin/sh", "-c", run, "sh", path, $0] }, next: "j",
      quit: "gq", counts: false, hasOpened: hasLoaded)
  }

  /// Returns `true` if VisiData has read a million records, and shows all of them.
  static func hasLoaded(_ screen: PeerScreen) -> Bool {
    screen.shows(" \(PeerFile.largeCount) rows") && !screen.shows("reading")
  }

  /// Returns `true` if a million records are counted, and the screen shows no loading state.
  static func hasCounted(_ screen: PeerScreen) -> Bool {
    // fzf does not group digits.
    (screen.shows("/1,000,000") || screen.shows("/\(PeerFile.largeCount)"))
      && !screen.shows("loading")
  }

  /// Returns the row of the cursor, or nil if the cursor is not visible.
  static func cursor(_ screen: PeerScreen) -> Int? { screen.row(of: "▌") }
}
