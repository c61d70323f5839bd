internal import MocoaLocalization
internal import MocoaData
internal import MocoaModel

/// A file that is read to its end as a list.
///
/// An array, lines, a sequence of values, or the members of an object become one section of
/// records. An object `{"sections": [{"id": …, "items": […]}, …]}` becomes a list with these
/// sections.
@MainActor
struct DiffInput {
  let path: String
  let options: RecordOptions

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

  /// Reads the complete list.
  func snapshot() async throws -> ListSnapshot {
    let whole = try await read("")
    guard isSectioned(whole) else { return whole }
    var sections: [SectionSnapshot] = []
    for record in try await read("/sections").records {
      sections.append(try await section(record, at: sections.count))
    }
    return ListSnapshot(sections: sections)
  }

  /// Returns `true` if the records are the members of an object that has an array named `sections`.
  private func isSectioned(_ whole: ListSnapshot) -> Bool {
    // Only object members have names, so the first record shows whether a search is needed.
    guard let first = whole.records.first(where: { _ in true }), first.name != nil else {
      return false
    }
    return whole.records.contains { $0.name == "sections" && $0.container == .array }
  }

  /// Returns a section, which is parsed from the bytes of its record.
  ///
  /// The file is thus read only once for all sections.
  private func section(_ record: Record, at position: Int) async throws -> SectionSnapshot {
    guard let bytes = record.sourceBytes() else {
      throw DiffError.incomplete(localized("\(path): has changed"))
    }
    func read(_ pointer: String) async throws -> ListSnapshot {
      try await loadCompletely(
        RecordSource(bytes: bytes, name: path, at: pointer, options: options))
    }
    let members = Array(try await read("").records)
    guard members.contains(where: { $0.name == "items" && $0.container == .array }) else {
      throw DiffError.noItems(path, section: position)
    }
    let head = SectionHead(members: members.filter { $0.name != "items" }, position: position)
    return SectionSnapshot(
      id: head.itemID, header: head, items: try await read("/items").sections[0].items)
  }

  /// Returns the records of the value at a JSON pointer in the file, after all of them are read.
  private func read(_ pointer: String) async throws -> ListSnapshot {
    try await loadCompletely(RecordSource(path: path, at: pointer, options: options))
  }

  private func loadCompletely(_ source: RecordSource) async throws -> ListSnapshot {
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = source.observe { _ in changed.yield() }
    defer { token.cancel() }
    var pending = changes.makeAsyncIterator()
    while source.phase.isLoading { await pending.next() }
    if case .failed(let reason) = source.phase { throw DiffError.incomplete(reason) }
    return source.snapshot
  }
}

/// The members of a section other than `items`.
private struct SectionHead: CellModel {
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
}

extension ListSnapshot {
  /// The records of all sections, in order.
  fileprivate var records: some Sequence<Record> {
    sections.lazy.flatMap { section in
      (0..<section.items.count).lazy.compactMap { section.items.element(at: $0) as? Record }
    }
  }
}
