internal import MocoaLocalization
package import MocoaModel

/// A file that is read to its end as a list.
///
/// An array, lines, a sequence of values, or the members of an object become one section of
/// records. An object `{"sections": [{"id": …, "items": […]}, …]}` becomes a list with these
/// sections.
@MainActor
package final class DiffInput {
  private let path: String
  private let options: RecordOptions

  /// The source that is read now, with its observation.
  private var reading: (source: RecordSource, token: ObservationToken)?

  /// The fraction of the file that is read, from 0 to 1.
  package private(set) var fraction = 0.0

  /// A closure that is called when `fraction` changes.
  package var onProgress: (@MainActor () -> Void)?

  /// The result of reading: the complete list, or the reason why it is incomplete.
  package typealias Completion = @MainActor (Result<ListSnapshot, any Error>) -> Void

  /// An error that prevents reading a file as a list.
  enum DiffError: Error, CustomStringConvertible {
    case incomplete(String)
    case noItems(String, section: Int)

    var description: String {
      switch self {
      case .incomplete(let reason): reason
      case .noItems(let path, let section):
        localized("\(path): section \(section) has no \"items\" array")
      }
    }
  }

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options for reading the records.
  package init(path: String, options: RecordOptions) {
    (self.path, self.options) = (path, options)
  }

  /// Reads the complete list.
  package func snapshot() async throws -> ListSnapshot {
    try await withCheckedThrowingContinuation { continuation in
      read { continuation.resume(with: $0) }
    }
  }

  /// Reads the complete list, and calls a closure with it.
  ///
  /// The call may happen before the method returns. It does not happen after `stop()`.
  package func read(_ completion: @escaping Completion) {
    records("", completion) { [self] whole in
      guard isSectioned(whole) else { return completion(.success(whole)) }
      records("/sections", completion) { [self] list in
        sections(Array(list.records)[...], [], completion)
      }
    }
  }

  /// Stops reading.
  package func stop() {
    reading?.source.stop()
    reading = nil
  }

  /// Returns `true` if the records are the members of an object that has an array named `sections`.
  private func isSectioned(_ whole: ListSnapshot) -> Bool {
    // Only object members have names, so the first record shows whether a search is needed.
    guard let first = whole.records.first(where: { _ in true }), first.name != nil else {
      return false
    }
    return whole.records.contains { $0.name == "sections" && $0.container == .array }
  }

  /// Reads sections from the bytes of their records, so that the file is read only once for all of
  /// them.
  private func sections(
    _ rest: ArraySlice<Record>, _ done: [SectionSnapshot], _ completion: @escaping Completion
  ) {
    guard let record = rest.first else { return completion(.success(ListSnapshot(sections: done))) }
    guard let bytes = record.sourceBytes() else {
      return completion(.failure(DiffError.incomplete(localized("\(path): has changed"))))
    }
    part("", of: bytes, completion) { [self] list in
      let members = Array(list.records)
      guard members.contains(where: { $0.name == "items" && $0.container == .array }) else {
        return completion(.failure(DiffError.noItems(path, section: done.count)))
      }
      part("/items", of: bytes, completion) { [self] list in
        let head = SectionHead(
          members: members.filter { $0.name != "items" }, position: done.count)
        let section = SectionSnapshot(
          id: head.itemID, header: head, items: list.sections[0].items)
        sections(rest.dropFirst(), done + [section], completion)
      }
    }
  }

  private func part(
    _ pointer: String, of bytes: [UInt8], _ completion: @escaping Completion,
    _ body: @escaping @MainActor (ListSnapshot) -> Void
  ) {
    load(completion, body) { [path, options] in
      try RecordSource(bytes: bytes, name: path, at: pointer, options: options)
    }
  }

  /// Reads the records of the value at a JSON pointer in the file.
  private func records(
    _ pointer: String, _ completion: @escaping Completion,
    _ body: @escaping @MainActor (ListSnapshot) -> Void
  ) {
    load(completion, body) { [path, options] in
      try RecordSource(path: path, at: pointer, options: options)
    }
  }

  /// Reads a source to its end, and calls `body` with the list, or `completion` with an error.
  private func load(
    _ completion: @escaping Completion, _ body: @escaping @MainActor (ListSnapshot) -> Void,
    _ make: () throws -> RecordSource
  ) {
    do {
      let source = try make()
      let token = source.observe { [weak self, unowned source] _ in
        self?.advance(source, completion, body)
      }
      reading = (source, token)
      advance(source, completion, body)
    } catch {
      completion(.failure(error))
    }
  }

  private func advance(
    _ source: RecordSource, _ completion: Completion,
    _ body: @MainActor (ListSnapshot) -> Void
  ) {
    guard reading?.source === source else { return }
    switch source.phase {
    case .loading(let fraction):
      self.fraction = fraction ?? self.fraction
      onProgress?()
    case .failed(let reason):
      reading = nil
      completion(.failure(DiffError.incomplete(reason)))
    case .finished:
      reading = nil
      fraction = 1
      body(source.snapshot)
    }
  }
}

/// The members of a section other than `items`.
struct SectionHead: CellModel, FieldReadable {
  let members: [Record]

  /// The index of the section.
  ///
  /// It identifies a section that has no `id`.
  let position: Int

  var itemID: ItemID {
    switch members.first(where: { $0.name == "id" })?.value {
    case .int(let number)?: ItemID(number)
    case .double(let number)?: ItemID(number)
    case .decimal(let digits)? where digits.utf8.count <= 25:
      Double(digits).map { ItemID($0) } ?? ItemID(digits)
    case .string(let text)?: ItemID(text)
    case nil, .null?: ItemID("#\(position)")
    case let other?: ItemID(other.description)
    }
  }

  func isContentEqual(to other: any CellModel) -> Bool {
    guard let others = (other as? SectionHead)?.members, others.count == members.count else {
      return false
    }
    return zip(members, others).allSatisfy { $0.name == $1.name && $0.isContentEqual(to: $1) }
  }

  var fieldNames: [String] { members.map { $0.name ?? "" } }

  func field(_ name: String) -> FieldValue? { members.first { $0.name == name }?.field("value") }
}

extension ListSnapshot {
  /// The records of all sections, in order.
  fileprivate var records: some Sequence<Record> {
    sections.lazy.flatMap { section in
      (0..<section.items.count).lazy.compactMap { section.items.element(at: $0) as? Record }
    }
  }
}
