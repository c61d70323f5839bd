import Foundation

/// The literals that the sources pass to a function, in the format of catalog keys.
struct SourcePhrases {
  /// The literals, each with the path of a source file.
  private(set) var found: [String: String] = [:]

  private let function: String

  /// Reads the literals of all sources except those of the localization target.
  ///
  /// - Parameters:
  ///   - function: The name of the function.
  ///   - prefix: The beginning of the paths of the sources to read.
  init(givenTo function: String = "localized", in prefix: String = "") {
    self.function = function
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for path in paths ?? [] where path.hasSuffix(".swift") && !path.contains("MocoaLocalization/") {
      guard path.hasPrefix(prefix) else { continue }
      guard let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8) else {
        continue
      }
      add(Array(text.utf8), path)
    }
  }

  /// Reads the messages of a text.
  init(of text: String) {
    function = "localized"
    add(Array(text.utf8), "")
  }

  /// Adds the literals after each call.
  ///
  /// A nested literal is found separately.
  private mutating func add(_ source: [UInt8], _ path: String) {
    let call = Array("\(function)(".utf8)
    for start in source.indices where source[start...].starts(with: call) {
      if start > 0, source[start - 1].isOfName { continue }
      var place = start + call.count
      while source.indices.contains(place), source[place].isBlank { place += 1 }
      guard source[place...].first == UInt8(ascii: "\"") else { continue }
      let literal = Literal(source, at: place)
      // The order of the files varies.
      found[literal.words] = min(path, found[literal.words] ?? path)
    }
  }

  /// A string literal in source code.
  private struct Literal {
    /// The text of the literal, with `%@` instead of each interpolation.
    private(set) var words = ""

    /// The offset after the literal.
    private(set) var end: Int

    init(_ source: [UInt8], at start: Int) {
      let quote = [UInt8](repeating: UInt8(ascii: "\""), count: 3)
      let sign = source[start...].starts(with: quote) ? quote : [quote[0]]
      end = start + sign.count
      var bytes: [UInt8] = []
      while end < source.count, !source[end...].starts(with: sign) {
        guard source[end] == UInt8(ascii: "\\") else {
          bytes.append(source[end])
          end += 1
          continue
        }
        if source[end + 1] == UInt8(ascii: "(") {
          bytes += Self.interpolation(source, &end).utf8
        } else {
          bytes += source[end...(end + 1)]
          end += 2
        }
      }
      end += sign.count
      words = Self.unescaped(String(decoding: bytes, as: UTF8.self), isLong: sign.count == 3)
    }

    /// Returns the placeholder of an interpolation and moves the offset after it.
    ///
    /// A count with a noun becomes `%@ items`.
    private static func interpolation(_ source: [UInt8], _ place: inout Int) -> String {
      place += 2
      var depth = 1
      var literals: [(start: Int, literal: Literal)] = []
      while depth > 0 {
        switch source[place] {
        case UInt8(ascii: "\""):
          let literal = Literal(source, at: place)
          if depth == 1 { literals.append((place, literal)) }
          place = literal.end
          continue
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        place += 1
      }
      guard literals.count == 2, literals[1].literal.end == place - 1 else { return "%@" }
      let between = source[literals[0].literal.end..<literals[1].start].filter { !$0.isBlank }
      guard between == Array(",other:".utf8) else { return "%@" }
      return "%@ \(literals[1].literal.words)"
    }

    /// Returns the value of a literal.
    ///
    /// The indentation of a multi-line literal is removed.
    private static func unescaped(_ text: String, isLong: Bool) -> String {
      var text = text
      if isLong {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let indent = lines.last?.count ?? 0
        text = lines.dropFirst().dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n")
        text = text.replacingOccurrences(of: "\\\n", with: "")
      }
      var (result, isEscaped) = ("", false)
      for character in text {
        switch (isEscaped, character) {
        case (false, "\\"): isEscaped = true
        case (true, "n"): (result, isEscaped) = (result + "\n", false)
        default: (result, isEscaped) = (result + String(character), false)
        }
      }
      return result
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") }

  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
