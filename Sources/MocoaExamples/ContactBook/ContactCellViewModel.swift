internal import Mocoa
internal import MocoaModel

/// The view model of a contact in the book.
///
/// The page that edits the contact is a child of this view model and emits the keys that it
/// changed. The view model then updates its properties and sends signals to its views. The list
/// receives only a request to redraw the cell, because the contact has the same identity and path.
final class ContactCellViewModel: CellViewModel<Contact> {
  private(set) var name = "" { didSet { send(.name, name, ifChangedFrom: oldValue) } }
  private(set) var phone = "" { didSet { send(.phone, phone, ifChangedFrom: oldValue) } }

  override class func mapModelKeys(_ map: inout ModelKeyMap<Contact>) {
    super.mapModelKeys(&map)
    map.set(\ContactCellViewModel.name, to: \.name)
    map.set(\ContactCellViewModel.phone, to: \.phone)
  }

  override var content: TextContent? {
    TextContent([.init(name, .title)], trailing: [.init(phone, .number)])
  }

  override var handlesSelection: Bool { true }

  override func didSelect() { emit(.edit) }

  override func didReceive(_ emission: Emission) {
    switch emission.name {
    case .name: modelDidUpdate(\.name)
    case .phone: modelDidUpdate(\.phone)
    default: return super.didReceive(emission)
    }
    emit(.redraw)
  }
}

extension Signal<String> {
  /// The signal for a change of a contact's phone.
  static var phone: Signal { Signal("phone") }
}

extension Emission.Name {
  /// A request to edit a contact.
  static let edit: Emission.Name = "edit"

  /// The name of a contact changed.
  static let name: Emission.Name = "name"

  /// The phone of a contact changed.
  static let phone: Emission.Name = "phone"
}
