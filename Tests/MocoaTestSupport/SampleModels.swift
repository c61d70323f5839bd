public import MocoaModel

/// A minimal cell model with an identity, a text and a kind.
public struct SampleItem: CellModel, Identifiable, Equatable {
  /// The identity of the item.
  public let id: Int

  /// The content of the item.
  public var text: String

  /// The name of the item's module.
  public var moduleName: String

  /// Creates an item.
  ///
  /// Its default text is its number.
  public init(_ id: Int, _ text: String? = nil, kind: String = "") {
    self.id = id
    self.text = text ?? "\(id)"
    moduleName = kind
  }
}

/// A record with fields, as a source provides it.
public struct SampleRecord: CellModel, FieldReadable, Equatable {
  /// The fields, in order.
  public var fields: [FieldValue.Field]

  /// The reason why the record could not be read, or `nil`.
  public var errorMessage: String?

  /// The name of the record's module.
  public var moduleName: String

  /// Creates a record with fields.
  public init(
    _ fields: KeyValuePairs<String, FieldValue>, kind: String = "", problem: String? = nil
  ) {
    self.fields = fields.map { FieldValue.Field(name: $0.key, value: $0.value) }
    self.errorMessage = problem
    moduleName = kind
  }

  /// The field `id`, or an identity of the whole record if that field is missing.
  public var itemID: ItemID {
    if case .int(let id)? = field("id") { return ItemID(id) }
    return ItemID(FieldValue.object(fields).description)
  }

  /// The names of the fields.
  public var fieldNames: [String] { fields.map(\.name) }

  /// Returns the value of the first field with a name.
  public func field(_ name: String) -> FieldValue? {
    fields.first { $0.name == name }?.value
  }
}

extension ListSnapshot {
  /// Creates a list with one section for each array, with items of these numbers.
  public init(numbers: [[Int]]) {
    self.init(
      sections: numbers.enumerated().map { position, numbers in
        SectionSnapshot(
          id: ItemID(position), items: ElementSequence(items: numbers.map { SampleItem($0) }))
      })
  }

  /// The identities of all items, by section.
  public var identities: [[ItemID]] {
    sections.map { section in (0..<section.items.count).map { section.items.id(at: $0) } }
  }
}

extension ElementSequence {
  /// Creates a sequence over an array.
  public init(items: [any CellModel]) {
    self.init()
    append(items)
  }
}

extension FieldValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates an integer value from a literal.
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// Creates a text value from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
}
