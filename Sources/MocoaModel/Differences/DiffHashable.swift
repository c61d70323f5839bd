/// An identity that differencing can compare, and hash when comparing alone finds nothing.
///
/// Hashes only choose where to look: what they find is always confirmed by `==`. The hash must
/// depend on the seed, which nobody outside the process knows; else chosen identities could be made
/// to collide. A `Hashable` type conforms without a line of code; one that is a few words of plain
/// memory is ten times faster as a ``PlainIdentity``.
public protocol DiffHashable: Equatable {
  /// A hash of the value; equal values have equal hashes under one seed.
  func diffHash(seed: UInt64) -> UInt64

  /// Whether two values are equal exactly when their bytes are; false unless said otherwise.
  static var isPlain: Bool { get }
}

extension DiffHashable {
  /// No.
  @inlinable public static var isPlain: Bool { false }
}

/// An identity that is nothing but its bytes: two are equal exactly when their bytes are.
///
/// Differencing then compares and hashes memory, and calls nothing. It takes no line of code:
///
/// ```swift
/// extension UUID: PlainIdentity {}
/// ```
///
/// A type with padding, a reference, a `Double` (0 is −0) or an `==` of its own is none.
public protocol PlainIdentity: DiffHashable {}

extension PlainIdentity {
  /// Yes.
  @inlinable public static var isPlain: Bool { true }

  /// A hash of all bytes.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 {
    withUnsafeBytes(of: self) { DiffHash.mix($0, seed: seed) }
  }
}

extension DiffHashable where Self: Hashable {
  /// The standard library's hash, which is seeded per process.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(self)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// Fast seeded hashing of a few words.
public enum DiffHash {
  /// The seed of this process.
  public static let seed = UInt64.random(in: .min ... .max)

  /// A hash of one word: a full multiplication by a secret odd number, its halves folded.
  @inlinable
  public static func mix(_ word: UInt64, seed: UInt64) -> UInt64 {
    fold(word ^ 0x9E37_79B9_7F4A_7C15, seed | 1) ^ seed
  }

  /// A hash of two words.
  @inlinable
  public static func mix(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
    fold(mix(first, seed: seed) ^ second, (seed &* 0xA076_1D64_78BD_642F) | 1)
  }

  /// A hash of bytes.
  @inlinable
  public static func mix(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var hash = seed
    while offset + 16 <= bytes.count {
      hash = mix(
        hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self), seed: seed)
      offset += 16
    }
    guard offset < bytes.count else { return hash }
    var last: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &last) {
      $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    }
    return mix(hash ^ last.0, last.1, seed: seed)
  }

  @inlinable
  static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

extension Int: PlainIdentity {
  /// A hash of the one word.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 {
    DiffHash.mix(UInt64(bitPattern: Int64(self)), seed: seed)
  }
}

extension UInt64: PlainIdentity {
  /// A hash of the one word.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 { DiffHash.mix(self, seed: seed) }
}

extension String: DiffHashable {}

extension ItemID: DiffHashable {
  /// A hash of the stored form; strings by their bytes, as `==` compares them.
  public func diffHash(seed: UInt64) -> UInt64 {
    let repeated = UInt64(occurrence) << 3
    switch form {
    case .integer(let value):
      return DiffHash.mix(UInt64(bitPattern: value), repeated, seed: seed)
    case .number(let value): return DiffHash.mix(value.bitPattern, repeated | 1, seed: seed)
    case .hash(let value): return DiffHash.mix(value, repeated | 2, seed: seed)
    case .text, .large:
      var hasher = Hasher()
      hasher.combine(seed)
      hash(into: &hasher)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
  }
}
