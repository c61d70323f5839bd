/// A query over a million records.
enum PeerQuery: CaseIterable {
  case filter, sort
}

/// Keys to type, and the condition that the screen shows their effect.
struct PeerStep {
  let keys: String
  let isAnswered: (PeerScreen) -> Bool
}

/// The cost of a query, and the cost of opening the file before it.
struct PeerAnswer {
  /// The time from the first key until all results are shown, in milliseconds.
  let time: Double

  /// The peak of resident memory before the query, in megabytes.
  let openedPeak: Double

  /// The peak of resident memory after the query, in megabytes.
  let peak: Double

  /// Opens a file, waits until all of it is read, and runs the steps of a query.
  init(_ steps: [PeerStep], of path: String, with peer: Peer) throws {
    let session = try PeerSession(peer.command(path))
    let timeout = 300.0
    _ = try session.wait("1,000,000 records counted", seconds: timeout, until: peer.hasOpened)
    // Waits for a fixed time, because VisiData never stops writing.
    session.listen(seconds: 1)
    openedPeak = session.peakMegabytes ?? .nan
    var times: (first: Double, last: Double)?
    for step in steps {
      let typed = session.type(step.keys)
      let seen = try session.wait(
        "an answer to \(step.keys)", seconds: timeout, until: step.isAnswered)
      times = (times?.first ?? typed, seen)
    }
    time = times.map { ($0.last - $0.first) * 1000 } ?? .nan
    peak = session.peakMegabytes ?? .nan
  }
}

extension Peer {
  /// Returns the steps of a query, or nil if the program does not support it.
  ///
  /// The filter finds the 1,111 records with `number 777`. The sort orders all records by
  /// descending title.
  func steps(of query: PeerQuery) -> [PeerStep]? {
    switch (name, query) {
    case ("mocoa", .filter):
      [PeerStep(keys: "f\"number 777\"\r") { $0.shows("/1,111 of 1,000,000") }]
    case ("mocoa", .sort):
      [PeerStep(keys: "s-title\r") { $0.text(of: 1).contains("number 999999 ") }]
    case ("fzf", .filter): [PeerStep(keys: #"'number\ 777"#) { $0.shows("1111/1000000") }]
    case ("visidata", .filter):
      [
        PeerStep(keys: "g|number 777\r") { $0.shows("•1111 ") && !$0.shows("processing") },
        PeerStep(keys: "\"") { $0.shows(" 1111 rows") },
      ]
    case ("visidata", .sort):
      // The sort is complete when all records are shown again.
      [
        PeerStep(keys: "l]") {
          $0.text(of: 2).contains("number 99") && Peer.hasLoaded($0)
        }
      ]
    default: nil
    }
  }
}

extension PeerBench {
  /// Runs each query in each program that supports it.
  ///
  /// The number of runs is at most three, because VisiData takes a minute.
  func runQueries(on path: String) {
    var answers: [PeerQuery: Results<PeerAnswer>] = [:]
    for _ in 0..<min(runs, 3) {
      for query in PeerQuery.allCases {
        for peer in [mocoa, fzf, visidata] {
          guard let steps = peer.steps(of: query) else { continue }
          answers[query, default: Results()].add(peer) {
            try PeerAnswer(steps, of: path, with: peer)
          }
        }
      }
    }
    report(answers[.filter] ?? Results(), "filter_1m", "1,111 of 1,000,000 found", [fzf, visidata])
    report(answers[.sort] ?? Results(), "sort_1m", "1,000,000 sorted by a text", [visidata])
  }

  private func report(
    _ answers: Results<PeerAnswer>, _ name: String, _ what: String, _ peers: [Peer]
  ) {
    for peer in peers {
      func compare(
        _ part: String, _ what: String, in unit: String, _ value: (PeerAnswer) -> Double
      ) {
        Comparison("\(name)\(part)_\(peer.name)", what, in: unit)
          .print(
            answers.figures(mocoa) { [value($0)] }, answers.figures(peer) { [value($0)] })
      }
      compare("", "from the first key until \(what)", in: "ms") { $0.time }
      compare("_opened_peak", "most resident memory before that", in: "MB") { $0.openedPeak }
      compare("_peak", "most resident memory, \(what)", in: "MB") { $0.peak }
    }
  }
}
