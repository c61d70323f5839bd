internal import MocoaModel

/// The rows of a list during an edit, with the interface of an array.
///
/// If `move`, `swapAt`, `sort`, `reverse`, `shuffle` or `partition` moves a row, only the order of
/// the list changes, not the entity. A value that is assigned or inserted is written to the store,
/// even if it was read from a row before.
///
/// - Complexity: O(log n) for each element that is read and each range that is replaced.
public struct EntityRows<E: Entity>: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  private(set) var elements: ElementSequence

  /// An edit of the rows.
  ///
  /// Its indexes refer to the rows after all previous edits.
  enum Edit {
    /// A replacement of a range of rows, or of all rows if the range is `nil`.
    case replace(Range<Int>?, with: [E])

    /// A move of a row to an index, which counts only the other rows.
    case move(from: Int, to: Int)

    /// The entities that the edit writes to the store.
    var values: [E] {
      switch self {
      case .replace(_, let values): values
      case .move: []
      }
    }
  }

  /// The edits until now, in order.
  private(set) var edits: [Edit] = []

  /// A closure that returns the current value of an entity, which the transaction may have changed,
  /// or `nil` if the transaction has no changes.
  private let present: ((E) -> E)?

  /// The edits until now as replacements of index ranges, for rows whose entities may have new
  /// values.
  ///
  /// `nil` if the transaction has changed no entity.
  private var script: EditScript?

  init(_ elements: ElementSequence, present: ((E) -> E)? = nil) {
    (self.elements, self.present) = (elements, present)
    if present != nil { script = EditScript(count: elements.count) }
  }

  /// Creates an empty collection.
  public init() {
    self.init(ElementSequence())
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { elements.count }

  /// The entity of a row.
  public subscript(position: Int) -> E {
    get {
      guard let value = elements.element(at: position) as? E else {
        preconditionFailure("a list of \(E.self) has rows of that type")
      }
      guard let present, script?.origin(of: position) != nil else { return value }
      return present(value)
    }
    set { replaceSubrange(position..<(position + 1), with: CollectionOfOne(newValue)) }
  }

  /// Replaces a range of rows.
  public mutating func replaceSubrange(_ range: Range<Int>, with values: some Collection<E>) {
    if range.isEmpty, values.isEmpty { return }
    let values = Array(values)
    elements.replaceElements(in: range, with: values)
    script?.replace(range, withNew: values.count)
    edits.append(.replace(range, with: values))
  }

  /// Appends entities.
  public mutating func append(contentsOf values: some Sequence<E>) {
    replaceSubrange(count..<count, with: Array(values))
  }

  /// Removes all rows.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(0..<count, with: EmptyCollection())
  }

  /// Moves a row without a change of its entity.
  ///
  /// - Parameter to: The new index, which counts only the other rows.
  public mutating func move(from: Int, to: Int) {
    precondition(
      (0..<count).contains(from) && (0..<count).contains(to),
      "a row of \(count) cannot move from \(from) to \(to)")
    guard from != to else { return }
    let element = elements.element(at: from)
    elements.replaceElements(in: from..<(from + 1), with: [])
    elements.replaceElements(in: to..<to, with: [element])
    script?.move(from: from, to: to)
    edits.append(.move(from: from, to: to))
  }

  /// Replaces all rows.
  mutating func set(_ values: [E]) {
    elements = ElementSequence(elements: values)
    script = nil
    edits = [.replace(nil, with: values)]
  }
}
