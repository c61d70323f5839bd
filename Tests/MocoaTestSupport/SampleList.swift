public import Mocoa
public import MocoaModel

/// A model for tests: an identity, a kind, and a text.
public struct Note: CellModel, Identifiable, Equatable {
  /// The identity.
  public let id: Int

  /// What is shown.
  public var text: String

  /// The kind.
  public var moduleName: String

  /// A note; without a text it is called by its number.
  public init(_ id: Int, _ text: String? = nil, kind: String = "note") {
    self.id = id
    self.text = text ?? "item \(id)"
    moduleName = kind
  }
}

/// Shows a note by its text, one line for each line of it.
public final class NoteViewModel: CellViewModel<Note> {
  public override var content: TextContent? {
    TextContent(
      lines: model.text.split(separator: "\n").map { .init([.init(String($0), .title)]) })
  }
}

/// Shows a note as a heading.
public final class NoteHeadingViewModel: CellViewModel<Note> {
  public override var content: TextContent? {
    TextContent([.init(model.text, .heading)], trailing: [.init("\(model.id)", .detail)])
  }
}

/// A registry with one list at `mocoa://notes/`: notes of the kind `note`, and headers, are shown;
/// other kinds are registered nowhere.
@MainActor
public func notesRegistry() -> ModuleRegistry {
  let registry = ModuleRegistry()
  registry["mocoa://notes/"].section.cell("note").register(NoteViewModel.self)
  registry["mocoa://notes/"].section.header("note").register(NoteHeadingViewModel.self)
  return registry
}

/// A list that a test changes.
@MainActor
public final class EditableSource: ListSource {
  /// The list now.
  public private(set) var snapshot: ListSnapshot

  /// How far loading has come, as the test says.
  public var phase = ListPhase.finished

  private let observers = Observers<ListUpdate>()

  /// A source of sections.
  public init(_ sections: [SectionSnapshot]) {
    snapshot = ListSnapshot(sections: sections)
  }

  /// A source of one section of notes.
  public convenience init(_ notes: [Note]) {
    var items = ElementSequence()
    items.append(notes)
    self.init([SectionSnapshot(id: "notes", items: items)])
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Replaces the list, and tells of it by a change set that the test made.
  public func publish(
    _ after: ListSnapshot, _ edit: (inout ChangeSet) -> Void = { _ in }
  ) {
    let before = snapshot
    snapshot = after
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    edit(&changes)
    observers.send(ListUpdate(before: before, after: after, changes: changes))
  }

  /// Replaces items of the only section, and tells of it as deletions and insertions.
  public func replace(_ range: Range<Int>, with notes: [Note]) {
    var after = snapshot
    after.sections[0].items.replaceSubrange(range, with: notes)
    publish(after) { changes in
      if !range.isEmpty { changes.deletions = [.init(section: 0, range: range)] }
      if !notes.isEmpty {
        let inserted = range.lowerBound..<(range.lowerBound + notes.count)
        changes.insertions = [.init(section: 0, range: inserted)]
      }
    }
  }
}
