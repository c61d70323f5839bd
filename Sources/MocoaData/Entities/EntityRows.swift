internal import MocoaModel

/// The rows of a list while they are edited, as an array would be.
///
/// A row that `move`, `swapAt`, `sort`, `reverse`, `shuffle` or `partition` puts elsewhere stays the
/// row that it is: the order of the list changes, and no entity. A value that is assigned or
/// inserted is written, even if it was read from a row before.
///
/// - Complexity: O(log n) for each element that is looked at and each stretch that is replaced.
public struct EntityRows<E: Entity>: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  private(set) var elements: ElementSequence

  /// One change of the rows, in the positions that the changes before it left.
  enum Edit {
    /// Other entities in a range of rows; nil for all rows.
    case replace(Range<Int>?, with: [E])

    /// A row at another position among the others.
    case move(from: Int, to: Int)

    /// The entities that it writes.
    var values: [E] {
      switch self {
      case .replace(_, let values): values
      case .move: []
      }
    }
  }

  /// The changes, in order.
  private(set) var edits: [Edit] = []

  /// What an entity is now that was something else before the transaction; nil where nothing was done
  /// in that.
  private let present: ((E) -> E)?

  /// Which rows are as they were, where that may be something else now.
  private var script: RowScript?

  init(_ elements: ElementSequence, present: ((E) -> E)? = nil) {
    (self.elements, self.present) = (elements, present)
    if present != nil { script = RowScript(count: elements.count) }
  }

  /// No rows.
  public init() {
    self.init(ElementSequence())
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { elements.count }

  /// The entity in a row.
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

  /// Gives some rows other entities.
  public mutating func replaceSubrange(_ range: Range<Int>, with values: some Collection<E>) {
    if range.isEmpty, values.isEmpty { return }
    let values = Array(values)
    elements.replaceElements(in: range, with: values)
    script?.replace(range, withNew: values.count)
    edits.append(.replace(range, with: values))
  }

  /// Adds entities at the end.
  public mutating func append(contentsOf values: some Sequence<E>) {
    replaceSubrange(count..<count, with: Array(values))
  }

  /// Takes out all rows.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(0..<count, with: EmptyCollection())
  }

  /// Moves a row to a position among the other rows, whatever its entity is meanwhile.
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

  /// Gives the list these entities, whatever it has.
  mutating func set(_ values: [E]) {
    elements = ElementSequence(elements: values)
    script = nil
    edits = [.replace(nil, with: values)]
  }
}
