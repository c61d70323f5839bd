/// Calls `body` with every subset of `count` elements, as one Boolean for each.
public func withEverySubset(of count: Int, _ body: ([Bool]) throws -> Void) rethrows {
  for bits in 0..<(1 << count) {
    try body((0..<count).map { bits & (1 << $0) != 0 })
  }
}

/// Calls `body` with every permutation of the elements.
public func withEveryPermutation<Element>(
  of elements: [Element], _ body: ([Element]) throws -> Void
) rethrows {
  func extend(_ chosen: [Element], _ rest: [Element]) throws {
    if rest.isEmpty { return try body(chosen) }
    for index in rest.indices {
      var others = rest
      let next = others.remove(at: index)
      try extend(chosen + [next], others)
    }
  }
  try extend([], elements)
}

/// Calls `body` with every list of `count` numbers from a range.
public func withEveryTuple(
  of count: Int, in range: Range<Int>, _ body: ([Int]) throws -> Void
) rethrows {
  var tuple = Array(repeating: range.lowerBound, count: count)
  while true {
    try body(tuple)
    guard let place = tuple.lastIndex(where: { $0 + 1 < range.upperBound }) else { return }
    tuple[place] += 1
    for later in tuple.indices where later > place { tuple[later] = range.lowerBound }
  }
}

/// A generator of random numbers that are the same in every run, so that failures are reproducible.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number, by SplitMix64.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
  /// Returns a number from 0 up to a limit, without the limit.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
