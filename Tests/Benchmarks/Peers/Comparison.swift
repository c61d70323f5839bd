/// The measurements of one program, and the error that prevented further ones.
struct PeerMeasurement {
  let label: String
  let values: [Double]
  let error: String?

  var median: Double? { mocoa_bench.median(values) }
}

/// A comparison of the figures of two programs, with an optional goal.
struct Comparison {
  enum Goal {
    /// The maximum ratio of the first value to the second.
    case ratio(Double)
    /// The maximum of the first value.
    case atMost(Double)
  }

  let name: String
  let what: String
  let unit: String
  let goal: Goal?

  init(_ name: String, _ what: String, in unit: String, goal: Goal? = nil) {
    (self.name, self.what, self.unit, self.goal) = (name, what, unit, goal)
  }

  /// Prints the line.
  ///
  /// A missed goal or a missing figure is only reported.
  func print(_ ours: PeerMeasurement, _ theirs: PeerMeasurement) {
    var line = Line(name, compared: "\(ours.label) to \(theirs.label): \(what)")
    var ratio: Double?
    if let our = ours.median, let their = theirs.median { ratio = their == 0 ? nil : our / their }
    line.add("ratio", ratio)
    switch goal {
    case .ratio(let limit):
      line.add("goal", "ratio <= \(Line.text(of: limit))")
      line.add("met", (ratio ?? .infinity) <= limit)
    case .atMost(let limit):
      line.add("goal", "\(ours.label) <= \(Line.text(of: limit)) \(unit)")
      line.add("met", (ours.median ?? .infinity) <= limit)
    case nil: break
    }
    line.add("unit", unit)
    for figures in [ours, theirs] { line.add(figures.label, figures.median) }
    for figures in [ours, theirs] { line.add("\(figures.label) runs", figures.values) }
    for figures in [ours, theirs] {
      if let error = figures.error { line.add("error", "\(figures.label): \(error)") }
    }
    line.print()
  }
}

/// The outcomes of the runs of several programs.
struct Results<Outcome> {
  private var outcomes: [String: [Outcome]] = [:]
  private var errors: [String: String] = [:]

  /// Runs a program once.
  ///
  /// A program that has failed is not run again.
  ///
  /// - Parameter isKept: A Boolean value that indicates whether the outcome is recorded.
  mutating func add(_ peer: Peer, isKept: Bool = true, _ run: () throws -> Outcome) {
    guard errors[peer.name] == nil else { return }
    do {
      let outcome = try run()
      if isKept { outcomes[peer.name, default: []].append(outcome) }
    } catch {
      errors[peer.name] = (error as? PeerSession.SessionError)?.text ?? "\(error)"
    }
  }

  /// Returns the figures of one kind for a program.
  ///
  /// - Parameter label: The label of the figures, or nil for the name of the program.
  func figures(
    _ peer: Peer, as label: String? = nil, _ values: (Outcome) -> [Double?]
  ) -> PeerMeasurement {
    let all = (outcomes[peer.name] ?? []).flatMap(values).compactMap { $0 }
    let error = errors[peer.name] ?? (all.isEmpty ? "there was nothing to measure" : nil)
    return PeerMeasurement(label: label ?? peer.name, values: all, error: error)
  }
}
