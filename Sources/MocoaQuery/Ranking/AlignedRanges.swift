extension LetterPattern {
  /// A letter of a text.
  private struct Letter {
    let mask: UInt64
    let bonus: Int

    /// The range of its bytes, with the accents that follow it.
    var range: Range<Int>
  }

  /// The best alignment of the first letters of a word that ends at one letter of a text.
  private struct Step {
    var score: Int
    var start: Int

    /// The index in the text of the previous letter of the word, or -1.
    var previous: Int
  }

  /// The maximum number of bytes of a text in which ranges are searched.
  private static let maxRangesLength = 4096

  /// Returns the ranges of bytes of the best alignment in a text, ascending.
  ///
  /// Adjacent letters are one range. The result is empty if the text does not contain the letters.
  func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    guard matches(bytes) else { return [] }
    let bytes = UnsafeRawBufferPointer(
      rebasing: bytes[..<min(bytes.count, Self.maxRangesLength)])
    let text = letters(of: bytes)
    var ranges: [Range<Int>] = []
    for index in indexes(in: text, bytes) {
      let range = text[index].range
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// The maximum number of letters of a text that are aligned, because the time is that number
  /// times the number of letters of the word.
  private static let maxSpan = 512

  /// Returns the indexes of the letters of an alignment, ascending.
  ///
  /// The alignment is the best one. If it is too long, the result is the first letters after its
  /// start that match.
  private func indexes(in text: [Letter], _ bytes: UnsafeRawBufferPointer) -> [Int] {
    let best = withUnsafeTemporaryAllocation(
      of: Int.self, capacity: AlignmentSearch.scratchCount
    ) { scratch -> Alignment? in
      scratch.initialize(repeating: 0)
      return scratch.baseAddress.flatMap { alignment(in: bytes, scratch: $0) }
    }
    guard let best else { return [] }
    let start = min(best.start, text.count)
    let end = min(start + best.span, text.count)
    if end - start <= Self.maxSpan {
      let aligned = alignedIndexes(in: Array(text[start..<end]))
      if !aligned.isEmpty { return aligned.map { $0 + start } }
    }
    let first = firstIndexes(in: text, from: start)
    return first.isEmpty ? firstIndexes(in: text, from: 0) : first
  }

  /// Returns the indexes of the first letters of a text that match in order, or an empty array if
  /// the text does not contain the word.
  private func firstIndexes(in text: [Letter], from start: Int) -> [Int] {
    var indexes: [Int] = []
    for index in start..<text.count {
      guard text[index].mask & 1 << UInt64(indexes.count) != 0 else { continue }
      indexes.append(index)
      if indexes.count == count { return indexes }
    }
    return []
  }

  private func letters(of bytes: UnsafeRawBufferPointer) -> [Letter] {
    var text: [Letter] = []
    var reader = ScalarReader(bytes)
    var before: LetterClass?
    while case let start = reader.offset, let scalar = reader.next() {
      let mask = self.mask(of: scalar)
      if mask == 0, LetterFolding.isAccent(scalar), !text.isEmpty {
        text[text.count - 1].range = text[text.count - 1].range.lowerBound..<reader.offset
        continue
      }
      let kind = LetterClass(LetterFolding.withoutAccent(scalar))
      text.append(
        Letter(mask: mask, bonus: Score.bonus(kind, after: before), range: start..<reader.offset))
      before = kind
    }
    return text
  }

  /// Returns the indexes of the letters of the best alignment, ascending.
  private func alignedIndexes(in text: [Letter]) -> [Int] {
    var steps: [[Step?]] = []
    for letter in 0..<count {
      var row = [Step?](repeating: nil, count: text.count)
      // The best alignment that ends before the previous letter, without the cost of the gap.
      var distant: (key: Int, start: Int, index: Int)?
      for index in text.indices {
        if letter > 0, index > 1, let step = steps[letter - 1][index - 2] {
          let key = step.score + index - 2
          if distant.map({ (key, step.start) > ($0.key, $0.start) }) ?? true {
            distant = (key, step.start, index - 2)
          }
        }
        guard text[index].mask & 1 << UInt64(letter) != 0 else { continue }
        let points = Score.letter + text[index].bonus
        guard letter > 0 else {
          row[index] = Step(score: points, start: index, previous: -1)
          continue
        }
        var best = distant.map {
          Step(score: $0.key - index + 2 - Score.gap, start: $0.start, previous: $0.index)
        }
        if index > 0, let step = steps[letter - 1][index - 1] {
          let score = step.score + Score.consecutive
          if best.map({ (score, step.start) >= ($0.score, $0.start) }) ?? true {
            best = Step(score: score, start: step.start, previous: index - 1)
          }
        }
        best?.score += points
        row[index] = best
      }
      steps.append(row)
    }
    return bestIndexes(steps, in: text)
  }

  private func bestIndexes(_ steps: [[Step?]], in text: [Letter]) -> [Int] {
    var best: (alignment: Alignment, indexes: [Int])?
    func keep(_ alignment: Alignment, _ indexes: () -> [Int]) {
      if best.map({ alignment.isBetter(than: $0.alignment) }) ?? true {
        best = (alignment, indexes())
      }
    }
    for end in text.indices {
      guard let step = steps[count - 1][end] else { continue }
      keep(Alignment(score: step.score, start: step.start, span: end - step.start + 1)) {
        var (indexes, index) = ([end], end)
        for letter in steps.indices.dropFirst().reversed() {
          index = steps[letter][index]?.previous ?? index
          indexes.append(index)
        }
        return indexes.reversed()
      }
      let start = end - count + 1
      guard start >= 0, (0..<count).allSatisfy({ text[start + $0].mask & 1 << UInt64($0) != 0 })
      else { continue }
      let bonuses = text[start...end].reduce(0) { $0 + $1.bonus }
      let score = Score.substring + Score.letter * count + Score.consecutive * (count - 1) + bonuses
      keep(Alignment(score: score, start: start, span: count)) { Array(start...end) }
    }
    return best?.indexes ?? []
  }
}
