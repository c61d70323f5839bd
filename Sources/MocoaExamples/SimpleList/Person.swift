internal import MocoaModel

/// The model: a person with a phone, decoded from a record.
struct Person: CellModel, RecordDecodable, Identifiable, Equatable {
  let id: Int
  let firstName: String
  let lastName: String
  let phone: String

  init(_ record: some FieldReadable) throws {
    id = try record.integer("id")
    firstName = try record.string("firstName")
    lastName = try record.string("lastName")
    phone = try record.string("phone")
  }

  /// The records that a server would send.
  static let records: [FieldValue] = [
    ("三", "张", "13923459876"), ("四", "李", "13812345678"), ("五", "王", "13787654321"),
  ].enumerated().map { index, person in
    .object([
      .init(name: "id", value: .int(Int64(index + 1))),
      .init(name: "firstName", value: .string(person.0)),
      .init(name: "lastName", value: .string(person.1)),
      .init(name: "phone", value: .string(person.2)),
    ])
  }
}
