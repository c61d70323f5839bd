internal import MocoaLocalization

/// The compression format of a file, detected from its first bytes.
enum Compression: Sendable {
  case gzip
  case zstd

  /// The ranges of the first bytes that identify each format.
  ///
  /// Skippable frames of zstd have 16 different magic numbers.
  private static let beginnings: [(Compression, [ClosedRange<UInt8>])] = [
    (.gzip, [0x1F...0x1F, 0x8B...0x8B]),
    (.zstd, [0x28...0x28, 0xB5...0xB5, 0x2F...0x2F, 0xFD...0xFD]),
    (.zstd, [0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18]),
  ]

  /// The maximum number of bytes that the detection needs.
  static let headSize = 4

  /// The result of examining the first bytes of an input.
  enum Finding {
    case compressed(Compression)
    case plain

    /// More bytes are needed.
    case open
  }

  /// Examines the first bytes of an input.
  static func detect(in head: some Collection<UInt8>) -> Finding {
    let fits = beginnings.filter { zip($0.1, head).allSatisfy { $0.contains($1) } }
    if let whole = fits.first(where: { $0.1.count <= head.count }) { return .compressed(whole.0) }
    return fits.isEmpty ? .plain : .open
  }

  /// Creates a decompressor for the format.
  ///
  /// - Parameter name: The name of the input in messages.
  func decompressor(of name: String) throws(SourceError) -> any Decompressor {
    switch self {
    case .gzip: try GzipDecompressor(name)
    case .zstd: try ZstdDecompressor(name)
    }
  }

  /// Returns the name of a file without the extension of a compression format.
  static func uncompressedName(_ name: String) -> String {
    for ending in [".gz", ".zst"] where name.lowercased().hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// The reason why compressed bytes cannot be decompressed completely.
public enum CompressionError: Hashable, Sendable {
  /// The bytes end before the end of the compressed data.
  case truncated

  /// The bytes are corrupted or were never compressed.
  case corrupted

  /// Other data follows the compressed data.
  case trailingData

  /// Decompression needs more memory than the limit.
  case windowTooLarge

  /// A localized message that follows the name of the file.
  var reason: String {
    switch self {
    case .truncated: localized("incomplete: compressed data is truncated")
    case .corrupted: localized("incomplete: compressed data is corrupted")
    case .trailingData:
      localized("trailing data after the compressed stream is ignored")
    case .windowTooLarge:
      localized("needs over 128 MiB to decompress (run zstd -d --long=31 on it first)")
    }
  }
}

/// A type that decompresses bytes in pieces.
///
/// Compressed data may consist of several parts, whose contents are concatenated.
protocol Decompressor: AnyObject {
  /// A Boolean value that indicates whether the compressed data may end at the current byte.
  var isAtEnd: Bool { get }

  /// Decompresses bytes until the input is consumed or the output is full.
  ///
  /// - Returns: The number of consumed and the number of written bytes. If the output is full, more
  ///   output may follow even if all input was consumed.
  func run(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (taken: Int, made: Int)
}
