internal import Mocoa
internal import MocoaModel

/// A contact in the book.
///
/// The page that edits it is a child of this view model, and emits which of its keys it has changed;
/// here that becomes what is shown, and signals for those who look at it. The list hears of nothing
/// but that the cell is to be drawn again: it is the same contact at the same place.
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

  override var actsOnSelection: Bool { true }

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
  /// The phone of a contact.
  static var phone: Signal { Signal("phone") }
}

extension Emission.Name {
  /// A contact is to be edited.
  static let edit: Emission.Name = "edit"

  /// A contact has another name, or another phone.
  static let name: Emission.Name = "name"
  static let phone: Emission.Name = "phone"
}
