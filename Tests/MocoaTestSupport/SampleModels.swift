public import MocoaModel

/// The smallest cell model: an identity, a text that may change, and the name of a kind.
public struct SampleItem: CellModel, Identifiable, Equatable {
  /// Which item it is.
  public let id: Int

  /// What it looks like.
  public var text: String

  /// The name of its module.
  public var moduleName: String

  /// An item of the default kind, whose text is its number unless said otherwise.
  public init(_ id: Int, _ text: String? = nil, kind: String = "") {
    self.id = id
    self.text = text ?? "\(id)"
    moduleName = kind
  }
}

/// A record with fields, as a source would deliver it.
public struct SampleRecord: CellModel, FieldReadable, Equatable {
  /// The fields in order.
  public var fields: [FieldValue.Field]

  /// Why it could not be read.
  public var problem: String?

  /// The name of its module.
  public var moduleName: String

  /// A record with fields.
  public init(
    _ fields: KeyValuePairs<String, FieldValue>, kind: String = "", problem: String? = nil
  ) {
    self.fields = fields.map { FieldValue.Field(name: $0.key, value: $0.value) }
    self.problem = problem
    moduleName = kind
  }

  /// The field `id`, else the whole record.
  public var itemID: ItemID {
    if case .int(let id)? = field("id") { return ItemID(id) }
    return ItemID(FieldValue.object(fields).description)
  }

  /// The names of the fields.
  public var fieldNames: [String] { fields.map(\.name) }

  /// The value of the first field with this name.
  public func field(_ name: String) -> FieldValue? {
    fields.first { $0.name == name }?.value
  }
}

extension ListSnapshot {
  /// One section for each array, with items of these numbers.
  public init(numbers: [[Int]]) {
    self.init(
      sections: numbers.enumerated().map { position, numbers in
        SectionSnapshot(
          id: ItemID(position), items: ElementSequence(items: numbers.map { SampleItem($0) }))
      })
  }

  /// The identities of all items, section by section.
  public var identities: [[ItemID]] {
    sections.map { section in (0..<section.items.count).map { section.items.id(at: $0) } }
  }
}

extension ElementSequence {
  /// A sequence over an array.
  public init(items: [any CellModel]) {
    self.init()
    append(items)
  }
}

extension FieldValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A whole number, written as a literal.
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// Text, written as a literal.
  public init(stringLiteral value: String) { self = .text(value) }
}
