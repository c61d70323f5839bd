/// The benchmark of `make bench-peers`: mocoa, less, fzf and VisiData in turn on the same files.
struct PeerBench {
  let mocoa: Peer
  let less: Peer
  let fzf: Peer
  let visidata: Peer
  let folder: String
  let runs: Int
  let idleSeconds: Double

  /// Runs all programs, and prints one line for each comparison.
  func run() throws {
    var screens: [PeerFile: Results<Double>] = [:]
    var openings: [PeerFile: Results<PeerOpening>] = [:]
    let paths = try PeerFile.allCases.map { ($0, try $0.prepared(in: folder)) }
    // The programs take turns, so that a machine that slows down affects all. The first round is a
    // warm-up.
    for round in 0...runs {
      for (file, path) in paths {
        let peers = file == .array ? [mocoa] : [mocoa, less, fzf]
        for _ in 0..<3 {
          for peer in peers {
            screens[file, default: Results()].add(peer, isKept: round > 0) {
              try timeToFirstScreen(path, with: peer)
            }
          }
        }
        for peer in peers where file != .thousand {
          openings[file, default: Results()].add(peer, isKept: round > 0) {
            try PeerOpening(path, with: peer)
          }
        }
      }
    }
    var rests = Results<PeerIdle>()
    for (file, path) in paths where file == .million {
      for peer in [mocoa, less, fzf] {
        rests.add(peer) { try PeerIdle(path, with: peer, seconds: idleSeconds) }
      }
    }
    report(screens)
    report(openings[.million] ?? Results())
    report(array: openings[.array] ?? Results(), lines: openings[.million] ?? Results())
    report(rests)
    for (file, path) in paths where file == .million { runQueries(on: path) }
  }

  private func report(_ screens: [PeerFile: Results<Double>]) {
    let what = "from exec to the first full screen"
    func times(_ peer: Peer, _ file: PeerFile, as label: String? = nil) -> PeerMeasurement {
      (screens[file] ?? Results()).figures(peer, as: label) { [$0] }
    }
    for (count, file) in [("1k", PeerFile.thousand), ("1m", .million)] {
      for (peer, goal) in [(less, Comparison.Goal.ratio(3)), (fzf, nil)] {
        Comparison(
          "first_screen_\(count)_\(peer.name)", "\(what), \(count) NDJSON records", in: "ms",
          goal: goal
        )
        .print(times(mocoa, file), times(peer, file))
      }
    }
    Comparison(
      "array_first_screen", "\(what), 1m records", in: "ms", goal: .ratio(1.5)
    )
    .print(times(mocoa, .array, as: Self.array), times(mocoa, .million, as: Self.lines))
  }

  private static let (array, lines) = ("mocoa, JSON array", "mocoa, NDJSON")

  private func report(_ million: Results<PeerOpening>) {
    Comparison("counted_1m", "from exec until 1,000,000 are counted", in: "ms", goal: .ratio(1))
      .print(million.figures(mocoa) { [$0.counted] }, million.figures(fzf) { [$0.counted] })
    Comparison("key_while_counting", "from a key to the cursor's move while counting", in: "ms")
      .print(million.figures(mocoa) { [$0.key] }, million.figures(fzf) { [$0.key] })
    for peer in [less, fzf] {
      Comparison(
        "peak_1m_\(peer.name)", "most resident memory, 1,000,000 records", in: "MB",
        goal: .atMost(64)
      )
      .print(million.figures(mocoa) { [$0.peak] }, million.figures(peer) { [$0.peak] })
    }
    for (peer, goal) in [(less, Comparison.Goal.ratio(1)), (fzf, nil)] {
      Comparison(
        "quit_1m_\(peer.name)", "from the key to the end, 1,000,000 records", in: "ms", goal: goal
      )
      .print(million.figures(mocoa) { [$0.quit] }, million.figures(peer) { [$0.quit] })
    }
  }

  private func report(array: Results<PeerOpening>, lines: Results<PeerOpening>) {
    func compare(
      _ name: String, _ what: String, in unit: String, goal: Comparison.Goal? = nil,
      _ value: (PeerOpening) -> Double?
    ) {
      Comparison(name, "\(what), 1,000,000 records", in: unit, goal: goal)
        .print(
          array.figures(mocoa, as: Self.array) { [value($0)] },
          lines.figures(mocoa, as: Self.lines) { [value($0)] })
    }
    compare("array_counted", "from exec until all are counted", in: "ms") { $0.counted }
    compare("array_peak", "most resident memory", in: "MB", goal: .atMost(64)) { $0.peak }
  }

  private func report(_ rests: Results<PeerIdle>) {
    for peer in [less, fzf] {
      let during = "in \(Int(idleSeconds)) s without a key"
      Comparison(
        "idle_wake_ups_\(peer.name)", "voluntary switches of all threads \(during)",
        in: "switches", goal: .atMost(0)
      )
      .print(rests.figures(mocoa) { [$0.wakeUps] }, rests.figures(peer) { [$0.wakeUps] })
      Comparison("idle_bytes_\(peer.name)", "written \(during)", in: "B", goal: .atMost(0))
        .print(rests.figures(mocoa) { [$0.idleBytes] }, rests.figures(peer) { [$0.idleBytes] })
    }
    Comparison("move_bytes", "written for a step of the cursor", in: "B", goal: .atMost(250))
      .print(rests.figures(mocoa) { $0.moves }, rests.figures(fzf) { $0.moves })
    for peer in [less, fzf] {
      Comparison(
        "scroll_bytes_\(peer.name)", "written for one row scrolled", in: "B", goal: .atMost(300)
      )
      .print(rests.figures(mocoa) { $0.scrolls }, rests.figures(peer) { $0.scrolls })
    }
  }
}
