internal import MocoaLanguage

/// How a file is compressed, told by its first bytes.
enum Compression: Sendable {
  case gzip
  case zstd

  /// What may be at the beginning: what is skipped by who reads zstd begins in 16 ways.
  private static let beginnings: [(Compression, [ClosedRange<UInt8>])] = [
    (.gzip, [0x1F...0x1F, 0x8B...0x8B]),
    (.zstd, [0x28...0x28, 0xB5...0xB5, 0x2F...0x2F, 0xFD...0xFD]),
    (.zstd, [0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18]),
  ]

  /// So many bytes tell in any case.
  static let headSize = 4

  /// What the first bytes of an input say.
  enum Finding {
    case compressed(Compression)
    case plain

    /// More bytes have to be seen.
    case open
  }

  /// What some bytes say, where they are the first of an input.
  static func finding(in head: some Collection<UInt8>) -> Finding {
    let fits = beginnings.filter { zip($0.1, head).allSatisfy { $0.contains($1) } }
    if let whole = fits.first(where: { $0.1.count <= head.count }) { return .compressed(whole.0) }
    return fits.isEmpty ? .plain : .open
  }

  /// Something that decompresses it.
  ///
  /// - Parameter name: what the input is called in messages.
  func decompressor(of name: String) throws(SourceError) -> any Decompressor {
    switch self {
    case .gzip: try GzipDecompressor(name)
    case .zstd: try ZstdDecompressor(name)
    }
  }

  /// A file's name without what says that it is compressed.
  static func plainName(_ name: String) -> String {
    for ending in [".gz", ".zst"] where name.lowercased().hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}

/// Why compressed bytes do not come to their end, as data.
public enum CompressionFault: Hashable, Sendable {
  /// There are no more before the end.
  case truncated

  /// They are not what was written, or never were compressed.
  case damaged

  /// Behind their end there is something else.
  case followed

  /// More memory is needed than a file may ask for.
  case tooLarge

  /// What is wrong, as it stands behind a name.
  var reason: String {
    switch self {
    case .truncated: phrase("the compressed data ends in the middle: this is not all")
    case .damaged: phrase("the compressed data is damaged: this is not all")
    case .followed: phrase("behind the compressed data is something else, which is not shown")
    case .tooLarge:
      phrase("takes more than 128 MiB of memory to decompress (do it first: zstd -d --long=31)")
    }
  }
}

/// Makes bytes of compressed ones, piece by piece.
///
/// What is compressed may be several parts, one behind the other, which are as one.
protocol Decompressor: AnyObject {
  /// Whether the compressed bytes may end here.
  var isAtEnd: Bool { get }

  /// Takes bytes, and writes what is in them as far as there is room.
  ///
  /// - Returns: how many were taken, and how many written. Where there is no room left, there may be
  ///   more to be written though all were taken.
  func run(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
    throws(SourceError) -> (taken: Int, made: Int)
}
