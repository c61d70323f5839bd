/// A program that is compared, and how it is used.
struct Peer {
  let name: String

  /// The words of the command that shows a file.
  let command: (_ path: String) -> [String]

  /// The key that goes to the next record.
  let next: String

  /// The key that leaves.
  let quit: String

  /// Whether it counts the records, and has a cursor on one of them.
  let counts: Bool

  /// Whether all of a million records are read.
  var hasOpened: (PeerScreen) -> Bool = Peer.hasCounted

  static func mocoa(_ path: String) -> Peer {
    Peer(name: "mocoa", command: { [path, $0] }, next: "j", quit: "q", counts: true)
  }

  static func less(_ path: String) -> Peer {
    Peer(name: "less", command: { [path, $0] }, next: "j", quit: "q", counts: false)
  }

  /// fzf reads its standard input, and its list goes upwards.
  static func fzf(_ path: String) -> Peer {
    let run = #"exec "$1" --gutter ' ' --pointer ▌ <"$2""#
    return Peer(
      name: "fzf", command: { ["/bin/sh", "-c", run, "sh", path, $0] }, next: "\u{1B}[A",
      quit: "\u{1B}", counts: true)
  }

  /// VisiData, which need not be installed.
  static func visidata(_ path: String) -> Peer {
    let run =
      #"test -n "$1" || { echo "VisiData is not installed"; exit 1; }; exec "$1" -f jsonl "$2""#
    return Peer(
      name: "visidata", command: { ["/bin/sh", "-c", run, "sh", path, $0] }, next: "j",
      quit: "gq", counts: false, hasOpened: hasLoaded)
  }

  /// Whether VisiData has read a million records, and shows all.
  static func hasLoaded(_ screen: PeerScreen) -> Bool {
    screen.shows(" \(PeerFile.largeCount) rows") && !screen.shows("reading")
  }

  /// Whether a million records are counted, and nothing is said of loading any more.
  static func hasCounted(_ screen: PeerScreen) -> Bool {
    screen.shows("/\(PeerFile.largeCount)") && !screen.shows("loading")
  }

  /// The row of the cursor.
  static func cursor(_ screen: PeerScreen) -> Int? { screen.row(of: "▌") }
}
