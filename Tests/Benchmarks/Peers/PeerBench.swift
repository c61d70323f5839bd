/// `make bench-peers`: less, fzf and mocoa beside each other, in turn, on the same files.
struct PeerBench {
  let mocoa: Peer
  let less: Peer
  let fzf: Peer
  let folder: String
  let runs: Int
  let idleSeconds: Double

  /// Runs everything, and prints one line for each thing that is compared.
  func run() throws {
    var openings: [PeerFile: Results<PeerOpening>] = [:]
    var paths: [PeerFile: String] = [:]
    for file in PeerFile.allCases { paths[file] = try file.prepared(in: folder) }
    // In turn, so that a machine that becomes slower does so for all; the first round warms up.
    for round in 0...runs {
      for (file, path) in paths.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        for peer in file == .array ? [mocoa] : [mocoa, less, fzf] {
          openings[file, default: Results()].add(peer, isKept: round > 0) {
            try PeerOpening(file, path, with: peer)
          }
        }
      }
    }
    var rests = Results<PeerRest>()
    let million = paths[.million] ?? ""
    for peer in [mocoa, less, fzf] {
      rests.add(peer) { try PeerRest(million, with: peer, seconds: idleSeconds) }
    }
    report(openings[.thousand] ?? Results(), openings[.million] ?? Results())
    report(array: openings[.array] ?? Results(), lines: openings[.million] ?? Results())
    report(rests)
  }

  private func report(_ thousand: Results<PeerOpening>, _ million: Results<PeerOpening>) {
    for (count, results) in [("1k", thousand), ("1m", million)] {
      let what = "from exec to the first full screen, \(count) NDJSON records"
      for (peer, goal) in [(less, Comparison.Goal.ratio(3)), (fzf, nil)] {
        Comparison("first_screen_\(count)_\(peer.name)", what, in: "ms", goal: goal)
          .print(results.figures(mocoa) { [$0.screen] }, results.figures(peer) { [$0.screen] })
      }
    }
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
          array.figures(mocoa, as: "mocoa, JSON array") { [value($0)] },
          lines.figures(mocoa, as: "mocoa, NDJSON") { [value($0)] })
    }
    compare(
      "array_first_screen", "from exec to the first full screen", in: "ms", goal: .ratio(1.5)
    ) { $0.screen }
    compare("array_counted", "from exec until all are counted", in: "ms") { $0.counted }
    compare("array_peak", "most resident memory", in: "MB", goal: .atMost(64)) { $0.peak }
  }

  private func report(_ rests: Results<PeerRest>) {
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
