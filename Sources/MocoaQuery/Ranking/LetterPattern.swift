/// The letters of a word that may be anywhere in a text, in the same order.
///
/// A letter without an accent is equal to the same Latin letter with an accent. A word without
/// capital letters ignores case.
final class ScatteredPattern: Sendable {
  /// The maximum number of letters of a word.
  static let maxCount = 64

  nonisolated(unsafe) private let table: UnsafeMutablePointer<UInt64>
  // Sendable: the memory is written only before the object is shared.
  nonisolated(unsafe) private let letters: UnsafeMutablePointer<UInt32>
  // Sendable: as for the table.
  private let count: Int
  private let isCaseSensitive: Bool

  /// Creates a pattern, or returns `nil` for a word with no letters or with more than 64.
  init?(_ pattern: Filter.Pattern) {
    isCaseSensitive = pattern.isCaseSensitive
    var folded: [UInt32] = []
    for scalar in pattern.text.unicodeScalars.prefix(Self.maxCount + 1) {
      folded.append(
        pattern.isCaseSensitive ? scalar.value : LetterFolding.lowercase(scalar.value))
    }
    if folded.isEmpty || folded.count > Self.maxCount { return nil }
    count = folded.count
    letters = .allocate(capacity: count)
    letters.initialize(from: folded, count: count)
    table = .allocate(capacity: 128)
    table.initialize(repeating: 0, count: 128)
    for (index, letter) in folded.enumerated() where letter < 0x80 {
      let bit: UInt64 = 1 << UInt64(index)
      table[Int(letter)] |= bit
      let isLowercase = (0x61...0x7A).contains(letter)
      if !isCaseSensitive, isLowercase { table[Int(letter & ~0x20)] |= bit }
    }
  }

  deinit {
    table.deallocate()
    letters.deallocate()
  }

  /// The pattern for use in loops over many items, without reference counting.
  ///
  /// The caller must retain the object.
  var letterPattern: LetterPattern {
    LetterPattern(
      table: UnsafePointer(table), letters: UnsafePointer(letters), count: count,
      isCaseSensitive: isCaseSensitive)
  }

  /// Returns `true` if a text contains the letters of the word.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool { letterPattern.matches(bytes) }
}

/// A ``ScatteredPattern`` that does not retain its memory.
struct LetterPattern: @unchecked Sendable {
  // Sendable: the memory is only read.
  fileprivate let table: UnsafePointer<UInt64>
  fileprivate let letters: UnsafePointer<UInt32>
  let count: Int
  fileprivate let isCaseSensitive: Bool

  /// Returns the letters of the word that are equal to a letter of a text.
  @inline(__always)
  func mask(of scalar: UInt32) -> UInt64 {
    scalar < 0x80 ? table[Int(scalar)] : otherMask(of: scalar)
  }

  private func otherMask(of scalar: UInt32) -> UInt64 {
    let letter = isCaseSensitive ? scalar : LetterFolding.lowercase(scalar)
    let base = LetterFolding.withoutAccent(letter)
    var mask: UInt64 = base < 0x80 ? table[Int(base)] : 0
    for index in 0..<count where letters[index] == letter || letters[index] == base {
      mask |= 1 << UInt64(index)
    }
    return mask
  }

  /// Returns `true` if a text contains the letters of the word.
  @inline(__always)
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let end: UInt64 = 1 << UInt64(count - 1)
    var wanted: UInt64 = 1
    for byte in bytes {
      if byte >= 0x80 { return containsLetters(bytes) }
      if table[Int(byte)] & wanted != 0 {
        if wanted == end { return true }
        wanted <<= 1
      }
    }
    return false
  }

  private func containsLetters(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = ScalarReader(bytes)
    var index = 0
    while let scalar = reader.next() {
      if mask(of: scalar) & 1 << UInt64(index) != 0 {
        index += 1
        if index == count { return true }
      }
    }
    return false
  }

  /// The maximum number of bytes of a text that are aligned.
  private static let maxLength = 1 << 16

  /// Returns the best alignment, or `nil` if the text does not contain the letters of the word.
  ///
  /// A match after the first 65,536 bytes of a text has a score of 0.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - scratch: Memory for ``AlignmentSearch/scratchCount`` words.
  @inline(__always)
  func alignment(
    in bytes: UnsafeRawBufferPointer, scratch: UnsafeMutablePointer<Int>
  ) -> Alignment? {
    guard matches(bytes) else { return nil }
    let start = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, Self.maxLength)])
    var search = AlignmentSearch(count: count, scratch: scratch)
    var isASCII = true
    for index in 0..<start.count {
      let byte = start[index]
      if byte >= 0x80 {
        isASCII = false
        break
      }
      let mask = table[Int(byte)]
      if mask == 0 {
        search.skip()
      } else {
        let before = index == 0 ? nil : LetterClass(UInt32(start[index - 1]))
        search.add(mask, bonus: Score.bonus(LetterClass(UInt32(byte)), after: before), at: index)
      }
    }
    if !isASCII { search = scalarSearch(in: start, scratch: scratch) }
    return search.result ?? Alignment(score: 0, start: start.count, span: bytes.count)
  }

  private func scalarSearch(
    in bytes: UnsafeRawBufferPointer, scratch: UnsafeMutablePointer<Int>
  ) -> AlignmentSearch {
    var search = AlignmentSearch(count: count, scratch: scratch)
    var reader = ScalarReader(bytes)
    var index = 0
    var before: LetterClass?
    while let scalar = reader.next() {
      let mask = self.mask(of: scalar)
      if mask == 0, LetterFolding.isAccent(scalar) { continue }
      let kind = LetterClass(LetterFolding.withoutAccent(scalar))
      if mask == 0 {
        search.skip()
      } else {
        search.add(mask, bonus: Score.bonus(kind, after: before), at: index)
      }
      (before, index) = (kind, index + 1)
    }
    return search
  }
}
