/// The time from exec to the first full screen, in milliseconds.
///
/// The screen is there with the last byte that comes before a pause of 10 ms, once something stands
/// in every row; the rule is the same for all programs. This takes a moment, so it is done often.
func timeToFirstScreen(_ path: String, with peer: Peer) throws -> Double {
  let session = try PeerSession(peer.command(path))
  return try session.waitForFirstScreen()
}

extension PeerSession {
  fileprivate func waitForFirstScreen() throws -> Double {
    _ = try wait("a full screen") { $0.isFull }
    return milliseconds(to: waitForPause(milliseconds: 10))
  }
}

/// What is seen from opening a million records to leaving the program again.
struct PeerOpening {
  /// When all records were counted.
  let counted: Double?

  /// How long a key took that was typed before they were.
  let key: Double?

  /// The most memory that was resident.
  let peak: Double

  /// How long leaving took.
  let quit: Double

  /// Opens a file, and leaves.
  init(_ path: String, with peer: Peer) throws {
    let session = try PeerSession(peer.command(path))
    _ = try session.waitForFirstScreen()
    if peer.counts {
      key = try Self.answer(to: peer.next, in: session)
      let time = try session.wait("1,000,000 records counted", until: Peer.hasCounted)
      counted = session.milliseconds(to: time)
    } else {
      (key, counted) = (nil, nil)
    }
    session.waitForPause(milliseconds: 300)
    peak = session.peakMegabytes ?? .nan
    let typed = session.type(peer.quit)
    quit = (try session.waitForEnd() - typed) * 1000
  }

  /// How long the cursor takes to move while records are counted; nil where they are already.
  private static func answer(to key: String, in session: PeerSession) throws -> Double? {
    guard !Peer.hasCounted(session.screen), let row = Peer.cursor(session.screen) else {
      return nil
    }
    let typed = session.type(key)
    let moved = try session.wait("an answer to a key") {
      Peer.cursor($0).map { $0 != row } ?? false
    }
    return (moved - typed) * 1000
  }
}

/// What is seen once all is loaded.
struct PeerRest {
  /// How often its threads woke up by themselves in a while without keys.
  let wakeUps: Double

  /// How many bytes it wrote in the same time.
  let idleBytes: Double

  /// How many bytes each step of the cursor took; none where there is no cursor.
  let moves: [Double]

  /// How many bytes each row took that was scrolled.
  let scrolls: [Double]

  /// Opens a million records, waits for some seconds, and walks down.
  init(_ path: String, with peer: Peer, seconds: Double) throws {
    let session = try PeerSession(peer.command(path))
    _ = try session.waitForFirstScreen()
    if peer.counts { _ = try session.wait("1,000,000 records counted", until: Peer.hasCounted) }
    session.waitForPause(milliseconds: 2000)
    let (sleeps, byteCount) = (session.sleeps, session.byteCount)
    session.listen(seconds: seconds)
    wakeUps = session.wakeUps(since: sleeps)
    idleBytes = Double(session.byteCount - byteCount)
    moves = peer.counts ? Self.bytes(of: peer.next, in: session) : []
    // To the end of the window, from where on each step scrolls.
    if peer.counts { for _ in 0..<60 { _ = Self.bytes(of: peer.next, times: 1, in: session) } }
    scrolls = Self.bytes(of: peer.next, in: session)
  }

  private static func bytes(
    of key: String, times: Int = 21, in session: PeerSession
  ) -> [Double] {
    (0..<times).map { _ in
      let before = session.byteCount
      session.type(key)
      session.waitForPause(milliseconds: 60)
      return Double(session.byteCount - before)
    }
  }
}
