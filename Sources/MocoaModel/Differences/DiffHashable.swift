/// A type of identities that a difference algorithm can compare and hash.
///
/// A hash only finds candidates for a match; `==` confirms every match. The hash must depend on the
/// seed, which is unknown outside of the process. Otherwise, an attacker could choose identities
/// that collide. A `Hashable` type conforms without additional code. A type that consists of a few
/// words of memory is ten times faster as a ``BitwiseComparableIdentity``.
public protocol DiffHashable: Equatable {
  /// Returns a hash of the value.
  ///
  /// Equal values have equal hashes for the same seed.
  func diffHash(seed: UInt64) -> UInt64

  /// A Boolean value that indicates whether values are equal exactly if their bytes are equal.
  ///
  /// The default is `false`.
  static var isBitwiseComparable: Bool { get }
}

extension DiffHashable {
  /// `false` by default, so that `==` compares the values.
  @inlinable public static var isBitwiseComparable: Bool { false }
}

/// A type of identities that are equal exactly if their bytes are equal.
///
/// The difference algorithm compares and hashes the memory of the identities without calling a
/// method. A conformance needs no code:
///
/// ```swift
/// extension UUID: BitwiseComparableIdentity {}
/// ```
///
/// A type must not conform if it has padding, a reference, a `Double` (0 equals −0) or a custom
/// `==`.
public protocol BitwiseComparableIdentity: DiffHashable {}

extension BitwiseComparableIdentity {
  /// `true`, because the bytes determine equality.
  @inlinable public static var isBitwiseComparable: Bool { true }

  /// Returns a hash of all bytes.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 {
    withUnsafeBytes(of: self) { DiffHash.mix($0, seed: seed) }
  }
}

extension DiffHashable where Self: Hashable {
  /// Returns the hash value of the standard library, whose seed differs in each process.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(self)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// Fast hash functions of a few words with a seed.
public enum DiffHash {
  /// The seed of this process.
  public static let seed = UInt64.random(in: .min ... .max)

  /// Returns a hash of one word.
  ///
  /// The hash combines both halves of a full-width product of the word and a secret odd number.
  @inlinable
  public static func mix(_ word: UInt64, seed: UInt64) -> UInt64 {
    fold(word ^ 0x9E37_79B9_7F4A_7C15, seed | 1) ^ seed
  }

  /// Returns a hash of two words.
  @inlinable
  public static func mix(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
    fold(mix(first, seed: seed) ^ second, (seed &* 0xA076_1D64_78BD_642F) | 1)
  }

  /// Returns a hash of bytes.
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

extension Int: BitwiseComparableIdentity {
  /// Returns a hash of the value as one word.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 {
    DiffHash.mix(UInt64(bitPattern: Int64(self)), seed: seed)
  }
}

extension UInt64: BitwiseComparableIdentity {
  /// Returns a hash of the value as one word.
  @inlinable
  public func diffHash(seed: UInt64) -> UInt64 { DiffHash.mix(self, seed: seed) }
}

extension String: DiffHashable {}

extension ItemID: DiffHashable {
  /// Returns a hash of the storage form.
  ///
  /// Strings are hashed by their bytes, as `==` compares them.
  public func diffHash(seed: UInt64) -> UInt64 {
    let repeated = UInt64(occurrence) << 3
    switch storage {
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
