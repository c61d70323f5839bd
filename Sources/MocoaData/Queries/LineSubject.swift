internal import MocoaModel
internal import MocoaQuery

/// A subject that reads a line of text, which is its only field.
struct LineSubject: FilterSubject {
  let bytes: UnsafeRawBufferPointer

  /// The name that the field also has in `Record`.
  static let field = "value"

  /// Creates a subject from a line.
  ///
  /// - Parameter bytes: The line, including the line end and trailing whitespace.
  init(bytes: UnsafeRawBufferPointer) {
    let end = bytes.lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? 0
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
  }

  /// Returns `false` if certainly no text of the line contains some bytes.
  ///
  /// If the result is `true`, the text must be searched.
  func mayHold(_ required: RequiredBytes) -> Bool { required.mayOccur(in: bytes) }

  func value(at path: String) -> FieldValue? {
    path == Self.field ? .string(String(decoding: bytes, as: UTF8.self)) : nil
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) { _ = body(bytes) }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard path == Self.field else { return false }
    _ = body(bytes)
    return true
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    guard path == Self.field else { return false }
    body(bytes, .text)
    return true
  }

  func forEachField(_ body: FieldVisitor) {
    Self.field.withBytes { body($0, bytes.isEmpty ? nil : .text, bytes) }
  }
}
