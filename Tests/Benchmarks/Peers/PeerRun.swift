/// Returns the time from exec to the first full screen, in milliseconds.
///
/// Every row of a full screen has text. The time ends with the last byte before a pause of 10 ms.
/// The rule is the same for all programs. The run is short, so it is repeated often.
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

/// The measurements of one run, from opening a million records to the end of the program.
struct PeerOpening {
  /// The time from exec until all records were counted, in milliseconds, or nil without a count.
  let counted: Double?

  /// The response time of a key that was typed during the count, in milliseconds.
  let key: Double?

  /// The peak of resident memory, in megabytes.
  let peak: Double

  /// The time from the key that ends the program to its end, in milliseconds.
  let quit: Double

  /// Opens a file, measures the program, and ends it.
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

  /// Returns the time until the cursor moves while records are counted, in milliseconds.
  ///
  /// The value is nil if all records are already counted.
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

/// The measurements of a program that has loaded all records.
struct PeerIdle {
  /// The number of times that its threads woke up without keys.
  let wakeUps: Double

  /// The number of bytes that it wrote in the same time.
  let idleBytes: Double

  /// The number of bytes for each move of the cursor, empty for a program without a cursor.
  let moves: [Double]

  /// The number of bytes for each scrolled row.
  let scrolls: [Double]

  /// Opens a million records, waits for a number of seconds, and moves down.
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
    // Moves to the end of the window, where each step scrolls.
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
