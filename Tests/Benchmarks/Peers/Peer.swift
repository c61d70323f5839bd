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

  /// Whether a million records are counted, and nothing is said of loading any more.
  static func hasCounted(_ screen: PeerScreen) -> Bool {
    screen.shows("/\(PeerFile.largeCount)") && !screen.shows("loading")
  }

  /// The row of the cursor.
  static func cursor(_ screen: PeerScreen) -> Int? { screen.row(of: "▌") }
}
