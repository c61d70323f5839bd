extension CountingEmulator {
  func perform(_ event: ControlParser.Event) {
    switch event {
    case .text(let scalar): show(scalar)
    case .control(let control): perform(control)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let marker, let numbers, let intermediates, let final):
      if let marker {
        // Modes of the keyboard and the mouse do not change the screen.
        if marker == UInt8(ascii: "?") { setModes(numbers.compactMap { $0 }, final) }
      } else if intermediates.isEmpty {
        sequence(numbers, final)
      }
    }
  }

  private func perform(_ control: UInt8) {
    switch control {
    case 8: move(to: cursor.column - 1, cursor.row)
    case 9: move(to: (cursor.column / 8 + 1) * 8, cursor.row)
    case 10, 11, 12: lineFeed()
    case 13: move(to: 0, cursor.row)
    default: break
    }
  }

  private func escape(_ intermediates: [UInt8], _ final: UInt8) {
    // An intermediate byte selects a character set. Here, curses draws lines in Unicode.
    guard intermediates.isEmpty else { return }
    switch Character(Unicode.Scalar(final)) {
    case "7": saved = cursor
    case "8": move(to: saved.column, saved.row)
    case "D": lineFeed()
    case "E":
      move(to: 0, cursor.row)
      lineFeed()
    case "M":
      if cursor.row == region.lowerBound { scroll(region, by: -1) } else { step(rows: -1) }
    case "c": reset()
    case "=", ">", "H", "\\": break
    default: unknown.append("ESC \(Character(Unicode.Scalar(final)))")
    }
  }

  private func reset() {
    region = 0...(rowCount - 1)
    (wraps, inserts) = (true, false)
    move(to: 0, 0)
    erase(rows: 0..<rowCount)
  }

  private func sequence(_ numbers: [Int?], _ final: UInt8) {
    /// Returns a number, or 1 if the number is missing or 0.
    func count(_ place: Int = 0) -> Int {
      max(1, (place < numbers.count ? numbers[place] : nil) ?? 1)
    }
    let choice = (numbers.first ?? nil) ?? 0
    switch Character(Unicode.Scalar(final)) {
    case "A": step(rows: -count())
    case "B": step(rows: count())
    case "C": move(to: cursor.column + count(), cursor.row)
    case "D": move(to: cursor.column - count(), cursor.row)
    case "G", "`": move(to: count() - 1, cursor.row)
    case "d": move(to: cursor.column, count() - 1)
    case "H", "f": move(to: count(1) - 1, count() - 1)
    case "I": move(to: (cursor.column / 8 + count()) * 8, cursor.row)
    case "Z": move(to: ((cursor.column + 7) / 8 - count()) * 8, cursor.row)
    case "J": eraseScreen(choice)
    case "K": eraseLine(choice)
    case "X": erase(cursor.column..<min(columns, cursor.column + count()), row: cursor.row)
    case "b": for _ in 0..<count() { show(last) }
    case "@": insert(count())
    case "P": delete(count())
    case "L": scrollBelow(by: -count())
    case "M": scrollBelow(by: count())
    case "S": scroll(region, by: count())
    case "T": scroll(region, by: -count())
    case "r": setRegion(top: count() - 1, bottom: numbers.count > 1 ? count(1) - 1 : rowCount - 1)
    case "h": if choice == 4 { inserts = true }
    case "l": if choice == 4 { inserts = false }
    case "m", "n", "t", "c", "q": break
    case let final: unknown.append("CSI \(final)")
    }
  }

  private func setModes(_ modes: [Int], _ final: UInt8) {
    let isOn = final == UInt8(ascii: "h")
    guard isOn || final == UInt8(ascii: "l") else { return }
    for mode in modes {
      switch mode {
      case 7: wraps = isOn
      case 47, 1047, 1049: showAlternate(isOn)
      default: break
      }
    }
  }

  private func showAlternate(_ isOn: Bool) {
    guard isOn == (hidden == nil) else { return }
    let other = hidden ?? Array(repeating: Self.blankLine(columns), count: rowCount)
    hidden = isOn ? lines : nil
    lines = other
    if isOn { saved = cursor } else { move(to: saved.column, saved.row) }
  }

  // MARK: - The cursor

  func move(to column: Int, _ row: Int) {
    cursor = (max(0, min(columns - 1, column)), max(0, min(rowCount - 1, row)))
    isBeyondEdge = false
  }

  /// Moves the cursor up or down, but not out of the scroll region.
  private func step(rows: Int) {
    let isInside = region.contains(cursor.row)
    let limits = isInside ? region : 0...(rowCount - 1)
    let row = max(limits.lowerBound, min(limits.upperBound, cursor.row + rows))
    move(to: cursor.column, row)
  }

  func lineFeed() {
    if cursor.row == region.upperBound { scroll(region, by: 1) } else { step(rows: 1) }
  }

  private func setRegion(top: Int, bottom: Int) {
    let bottom = min(bottom, rowCount - 1)
    guard top < bottom else { return }
    region = top...bottom
    move(to: 0, 0)
  }

  // MARK: - Moving and erasing text

  private static func blankLine(_ columns: Int) -> [Cell] {
    Array(repeating: .blank, count: columns)
  }

  /// Moves rows up, or down if the count is negative.
  private func scroll(_ rows: ClosedRange<Int>, by count: Int) {
    let blank = Self.blankLine(columns)
    let moved = rows.map { row in
      rows.contains(row + count) ? lines[row + count] : blank
    }
    lines.replaceSubrange(rows, with: moved)
  }

  private func scrollBelow(by count: Int) {
    guard region.contains(cursor.row) else { return }
    scroll(cursor.row...region.upperBound, by: count)
    move(to: 0, cursor.row)
  }

  func insert(_ count: Int) {
    let count = min(count, columns - cursor.column)
    lines[cursor.row].removeLast(count)
    lines[cursor.row].insert(contentsOf: Self.blankLine(count), at: cursor.column)
    mend(cursor.row)
  }

  private func delete(_ count: Int) {
    let count = min(count, columns - cursor.column)
    lines[cursor.row].removeSubrange(cursor.column..<(cursor.column + count))
    lines[cursor.row] += Self.blankLine(count)
    mend(cursor.row)
  }

  private func erase(_ columns: Range<Int>, row: Int) {
    for column in columns { lines[row][column] = .blank }
    mend(row)
  }

  private func erase(rows: Range<Int>) {
    for row in rows { lines[row] = Self.blankLine(columns) }
  }

  private func eraseLine(_ choice: Int) {
    switch choice {
    case 0: erase(cursor.column..<columns, row: cursor.row)
    case 1: erase(0..<(cursor.column + 1), row: cursor.row)
    default: erase(rows: cursor.row..<(cursor.row + 1))
    }
    isBeyondEdge = false
  }

  private func eraseScreen(_ choice: Int) {
    switch choice {
    case 0:
      eraseLine(0)
      erase(rows: (cursor.row + 1)..<rowCount)
    case 1:
      eraseLine(1)
      erase(rows: 0..<cursor.row)
    default: erase(rows: 0..<rowCount)
    }
  }
}
