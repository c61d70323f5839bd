public import MocoaModel

/// A source whose list is set by the test, and which tells of exactly what changed.
@MainActor
public final class FakeListSource: ListSource {
  /// A section, as the test says it.
  public struct Part {
    /// Which section it is.
    public var id: Int

    /// The name of its module.
    public var name: String

    /// The model of the header.
    public var header: SampleItem?

    /// The items.
    public var items: [SampleItem]

    /// The model of the footer.
    public var footer: SampleItem?

    /// A section from its parts.
    public init(
      _ id: Int, name: String = "", header: SampleItem? = nil, _ items: [SampleItem],
      footer: SampleItem? = nil
    ) {
      self.id = id
      self.name = name
      self.header = header
      self.items = items
      self.footer = footer
    }

    var snapshot: SectionSnapshot {
      SectionSnapshot(
        id: ItemID(id), moduleName: name, header: header, items: ElementSequence(items: items),
        footer: footer)
    }
  }

  /// The list now.
  public private(set) var snapshot: ListSnapshot

  /// How far loading has come; set it, and observers are told.
  public var phase = ListPhase.finished {
    didSet { send(to: snapshot, .unchanged(snapshot)) }
  }

  private var parts: [Part]
  private let observers = Observers<ListUpdate>()

  /// A source that shows these sections.
  public init(_ parts: [Part]) {
    self.parts = parts
    snapshot = ListSnapshot(sections: parts.map(\.snapshot))
  }

  /// A source that shows one section.
  public convenience init(_ items: [SampleItem]) {
    self.init([Part(0, items)])
  }

  /// Shows other sections; items are the same when their numbers are, and numbers must not repeat.
  public func show(sections new: [Part], reloads: [ItemPath] = []) {
    func lists(_ parts: [Part]) -> [(id: Int, items: [Int])] {
      parts.map { ($0.id, $0.items.map(\.id)) }
    }
    let old = Dictionary(
      parts.flatMap(\.items).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let updated = new.flatMap(\.items).filter { item in old[item.id].map { $0 != item } ?? false }
    var changes = ChangeSet.between(lists(parts), lists(new), updated: Set(updated.map(\.id)))
    for (to, part) in new.enumerated() {
      guard let from = parts.firstIndex(where: { $0.id == part.id }) else { continue }
      let former = parts[from]
      if (former.name, former.header, former.footer) != (part.name, part.header, part.footer) {
        changes.sectionUpdates.append(.init(from: from, to: to))
      }
    }
    changes.reloads = reloads
    parts = new
    send(to: ListSnapshot(sections: new.map(\.snapshot)), changes)
  }

  /// Shows other items in the one section.
  public func show(_ items: [SampleItem], reloads: [ItemPath] = []) {
    show(sections: [Part(0, items)], reloads: reloads)
  }

  private func send(to after: ListSnapshot, _ changes: ChangeSet) {
    let before = snapshot
    snapshot = after
    observers.send(ListUpdate(before: before, after: after, changes: changes))
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }
}
