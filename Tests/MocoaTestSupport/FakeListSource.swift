public import MocoaModel

/// A list source that a test controls, with exact change sets.
@MainActor
public final class FakeListSource: ListSource {
  /// A section, as a test defines it.
  public struct Part {
    /// The identity of the section.
    public var id: Int

    /// The name of the section's module.
    public var name: String

    /// The model of the header.
    public var header: SampleItem?

    /// The items.
    public var items: [SampleItem]

    /// The model of the footer.
    public var footer: SampleItem?

    /// Creates a section from its parts.
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

  /// The current list.
  public private(set) var snapshot: ListSnapshot

  /// The loading progress.
  ///
  /// Setting it notifies the observers.
  public var phase = ListPhase.finished {
    didSet { send(to: snapshot, .unchanged(snapshot)) }
  }

  private var parts: [Part]
  private let observers = Observers<ListUpdate>()

  /// Creates a source with some sections.
  public init(_ parts: [Part]) {
    self.parts = parts
    snapshot = ListSnapshot(sections: parts.map(\.snapshot))
  }

  /// Creates a source with one section.
  public convenience init(_ items: [SampleItem]) {
    self.init([Part(0, items)])
  }

  /// Replaces the sections.
  ///
  /// Items are matched by their numbers, which must be unique.
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

  /// Replaces the items of the single section.
  public func show(_ items: [SampleItem], reloads: [ItemPath] = []) {
    show(sections: [Part(0, items)], reloads: reloads)
  }

  private func send(to after: ListSnapshot, _ changes: ChangeSet) {
    let before = snapshot
    snapshot = after
    observers.notify(ListUpdate(before: before, after: after, changes: changes))
  }

  /// Calls a closure for every following change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }
}
