import Foundation
import MocoaModel

/// Lower bounds for the cost of a difference.
enum DifferenceFloor {
  /// Compares both lists pairwise once, and returns the number of equal elements at equal indexes.
  static func pairwise(_ old: [UUID], _ new: [UUID]) -> Int {
    words(old) { old in
      words(new) { new in
        var equal = 0
        var place = 0
        let end = min(old.count, new.count)
        while place < end {
          let difference = (old[place] ^ new[place]) | (old[place + 1] ^ new[place + 1])
          equal += difference == 0 ? 1 : 0
          place += 2
        }
        return equal
      }
    }
  }

  /// Compares the bytes of equal lists with `memcmp`.
  static func memory(_ old: [UUID], _ twin: [UUID], count: Int) -> Int {
    old.withUnsafeBytes { old in
      twin.withUnsafeBytes { twin in
        guard let old = old.baseAddress, let twin = twin.baseAddress else { return 0 }
        return Int(memcmp(old, twin, count * 16))
      }
    }
  }

  /// Inserts one list into a flat table, and returns how many elements of the other list are found.
  static func table(_ old: [UUID], _ new: [UUID]) -> Int {
    words(old) { old in
      words(new) { new in
        let size = 1 << (Int.bitWidth - max(old.count - 1, 1).leadingZeroBitCount)
        var slots = [UInt64](repeating: 0, count: size)
        return slots.withUnsafeMutableBufferPointer { slots in
          for place in stride(from: 0, to: old.count, by: 2) {
            let hash = DiffHash.mix(old[place], old[place + 1], seed: DiffHash.seed)
            var slot = Int(truncatingIfNeeded: hash) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = hash & ~0xFFFF_FFFF | UInt64(place + 1)
          }
          var found = 0
          for place in stride(from: 0, to: new.count, by: 2) {
            let hash = DiffHash.mix(new[place], new[place + 1], seed: DiffHash.seed)
            var slot = Int(truncatingIfNeeded: hash) & (size - 1)
            while slots[slot] != 0 {
              let candidate = Int(slots[slot] & 0xFFFF_FFFF) - 1
              if (slots[slot] ^ hash) >> 32 == 0, old[candidate] == new[place],
                old[candidate + 1] == new[place + 1]
              {
                found += 1
                break
              }
              slot = (slot + 1) & (size - 1)
            }
          }
          return found
        }
      }
    }
  }

  private static func words<Result>(
    _ ids: [UUID], _ body: (UnsafeBufferPointer<UInt64>) -> Result
  ) -> Result {
    ids.withUnsafeBytes { body($0.bindMemory(to: UInt64.self)) }
  }
}
