internal import MocoaModel

/// The rows of a list while they are edited, as an array would be.
///
/// - Complexity: O(log n) for each element that is looked at and each stretch that is replaced.
public struct EntityRows<E: Entity>: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  private(set) var elements: ElementSequence

  /// What was replaced by what, in order.
  private(set) var edits: [(range: Range<Int>?, values: [E])] = []

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
      guard let present, script?.oldPosition(of: position) != nil else { return value }
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
    edits.append((range, values))
  }

  /// Adds entities at the end.
  public mutating func append(contentsOf values: some Sequence<E>) {
    replaceSubrange(count..<count, with: Array(values))
  }

  /// Takes out all rows.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(0..<count, with: EmptyCollection())
  }

  /// Gives the row of an entity, wherever it stands now, another place: that in front of the row that is
  /// there now, or the last one.
  public mutating func move(from: Int, to: Int) {
    let value = self[from]
    replaceSubrange(from..<(from + 1), with: EmptyCollection())
    replaceSubrange(to..<to, with: CollectionOfOne(value))
  }

  /// Gives the list these entities, whatever it has.
  mutating func set(_ values: [E]) {
    elements = ElementSequence(elements: values)
    script = nil
    edits = [(nil, values)]
  }
}
