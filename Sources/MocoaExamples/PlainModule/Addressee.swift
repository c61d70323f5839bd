internal import MocoaModel

/// The model: a person with a phone number and a postal address.
struct Addressee: CellModel, Identifiable, Equatable {
  let id: Int
  let firstName: String
  let lastName: String
  let phone: String
  let address: String

  static let example = Addressee(
    id: 1, firstName: "Foo", lastName: "Bar", phone: "13923459876", address: "北京市海淀区西二旗")
}
