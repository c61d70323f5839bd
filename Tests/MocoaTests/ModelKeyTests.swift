import Mocoa
import MocoaModel
import MocoaTestSupport
import Observation
import Testing

/// A contact as a value.
private struct Person: CellModel, Identifiable, Equatable {
  var id = 1
  var first = "Ada"
  var last = "King"
  var phone = "1"
}

/// A view model of contacts that records its calls.
private class PersonViewModel: CellViewModel<Person> {
  var told: [String] = []
  var phone = "" { didSet { told.append("phone \(phone)") } }

  override class func mapModelKeys(_ map: inout ModelKeyMap<Person>) {
    super.mapModelKeys(&map)
    map.call(PersonViewModel.showName, with: \.first, \.last)
    map.set(\PersonViewModel.phone, to: \.phone)
  }

  func showName(_ first: String, _ last: String) { told.append("name \(first) \(last)") }

  override func prepare() { told.append("prepare \(isReady)") }

  override func modelDidChange(from old: Person) { told.append("changed from \(old.first)") }
}

/// A subclass with another action for the name, and more keys.
private final class ShortViewModel: PersonViewModel {
  override class func mapModelKeys(_ map: inout ModelKeyMap<Person>) {
    super.mapModelKeys(&map)
    map.call(ShortViewModel.count, with: \.last.count)
  }

  override func showName(_ first: String, _ last: String) { told.append("short \(first)") }

  func count(_ letters: Int) { told.append("letters \(letters)") }
}

/// A contact that is edited in place.
@MainActor
@Observable
private final class Card: CellModel {
  nonisolated let number: Int
  var first = "Ada"
  var last = "King"
  var phone = "1"

  init(_ number: Int = 1) { self.number = number }

  nonisolated var itemID: ItemID { ItemID(number) }
  nonisolated func isContentEqual(to other: any CellModel) -> Bool { other as? Card === self }
}

private final class CardViewModel: CellViewModel<Card> {
  var told: [String] = []

  override class func mapModelKeys(_ map: inout ModelKeyMap<Card>) {
    map.call(CardViewModel.showName, with: \.first, \.last)
    map.call(CardViewModel.showPhone, with: \.phone)
  }

  func showName(_ first: String, _ last: String) { told.append("name \(first) \(last)") }
  func showPhone(_ phone: String) { told.append("phone \(phone)") }
}

@Suite("Model keys of a view model (F52)")
@MainActor
struct ModelKeyTests {
  private let viewModel = PersonViewModel(model: Person())

  // Scenario 48.
  @Test("are all read once, before the view model prepares itself")
  func prepare() {
    #expect(viewModel.told.isEmpty)
    viewModel.prepareIfNeeded()
    viewModel.prepareIfNeeded()
    #expect(viewModel.told == ["name Ada King", "phone 1", "prepare false"])
  }

  // Scenario 48.
  @Test("call an action of several keys once")
  func changes() throws {
    viewModel.prepareIfNeeded()
    viewModel.told = []
    try viewModel.update(with: Person(first: "Eve"))
    #expect(viewModel.told == ["name Eve King", "changed from Ada"])
    viewModel.told = []
    try viewModel.update(with: Person(first: "Ida", last: "Rhodes", phone: "2"))
    #expect(viewModel.told == ["name Ida Rhodes", "phone 2", "changed from Eve"])
    viewModel.told = []
    try viewModel.update(with: Person(first: "Ida", last: "Rhodes", phone: "2"))
    #expect(viewModel.told == ["changed from Ida"])
  }

  @Test("are read at readiness if the model came earlier")
  func early() throws {
    try viewModel.update(with: Person(first: "Eve"))
    #expect(viewModel.told == ["changed from Ada"])
    viewModel.prepareIfNeeded()
    #expect(viewModel.told.dropFirst() == ["name Eve King", "phone 1", "prepare false"])
  }

  // B18.
  @Test("are inherited, overridden and extended by a subclass")
  func inheritance() throws {
    let short = ShortViewModel(model: Person())
    short.prepareIfNeeded()
    #expect(short.told == ["short Ada", "phone 1", "letters 4", "prepare false"])
    short.told = []
    try short.update(with: Person(last: "Rhodes"))
    #expect(short.told == ["short Ada", "letters 6", "changed from Ada"])
    // The map of the superclass is unchanged (B18).
    viewModel.prepareIfNeeded()
    #expect(viewModel.told == ["name Ada King", "phone 1", "prepare false"])
  }

  @Test("call actions for the keys that an update changed")
  func list() throws {
    let module = ModuleRegistry().define("mocoa://h/list")
    module.section.cell.register(PersonViewModel.self)
    let list = ListViewModel(
      model: SectionedList([Section(id: 0, items: [Person(), Person(id: 2)])]), module: module)
    list.prepareIfNeeded()
    let cell = try #require(list.cell(at: path(0, 0)) as? PersonViewModel)
    cell.told = []
    try list.replaceCell(at: path(0, 0), with: Person(phone: "9"))
    #expect(cell.told == ["phone 9", "changed from Ada"])
  }

  // Scenario 48: another model object is ignored. B19.
  @Test("call the action of each reported key once")
  func told() {
    viewModel.modelDidUpdate(\.first)
    #expect(viewModel.told.isEmpty)
    viewModel.prepareIfNeeded()
    viewModel.told = []
    viewModel.modelDidUpdate(\.first)
    viewModel.modelDidUpdate(\.first, \.last)
    #expect(viewModel.told == ["name Ada King", "name Ada King"])
    viewModel.told = []
    viewModel.modelDidUpdate(\.id)
    viewModel.modelDidUpdate(\.phone, in: Person(id: 2))
    #expect(viewModel.told.isEmpty)
    viewModel.modelDidUpdate(\.phone, in: Person())
    #expect(viewModel.told == ["phone 1"])
    viewModel.modelDidUpdate()
    #expect(viewModel.told == ["phone 1", "name Ada King", "phone 1"])
  }

  @Test("include the fields of a record")
  func records() throws {
    final class RecordViewModel: CellViewModel<SampleRecord> {
      var told: [String] = []

      override class func mapModelKeys(_ map: inout ModelKeyMap<SampleRecord>) {
        map.call(RecordViewModel.show, with: \.[field: "title"], \.[field: "year"])
      }

      func show(_ title: FieldValue?, _ year: FieldValue?) {
        told.append("\(title?.description ?? "-") \(year?.description ?? "-")")
      }
    }
    let viewModel = RecordViewModel(model: SampleRecord(["title": "Kind of Blue", "x": 1]))
    viewModel.prepareIfNeeded()
    try viewModel.update(with: SampleRecord(["title": "Kind of Blue", "x": 2]))
    try viewModel.update(with: SampleRecord(["title": "Kind of Blue", "year": 1959]))
    #expect(viewModel.told == ["\"Kind of Blue\" -", "\"Kind of Blue\" 1959"])
  }

  // MARK: - Observable models

  @Test("of an observable model change once in each turn")
  func active() async {
    let card = Card()
    let viewModel = CardViewModel(model: card)
    viewModel.prepareIfNeeded()
    #expect(viewModel.told == ["name Ada King", "phone 1"])
    viewModel.told = []
    card.first = "Eve"
    card.last = "Rhodes"
    card.first = "Ida"
    #expect(viewModel.told.isEmpty)
    await eventually("the name is told") { !viewModel.told.isEmpty }
    #expect(viewModel.told == ["name Ida Rhodes"])
    card.phone = "2"
    await eventually("the phone is told") { viewModel.told.count > 1 }
    #expect(viewModel.told == ["name Ida Rhodes", "phone 2"])
    card.last = "King"
    await eventually("the name is told again") { viewModel.told.count > 2 }
    #expect(viewModel.told.last == "name Ida King")
  }

  @Test("are observed on the new model, not on the former one")
  func moved() async throws {
    let (first, second) = (Card(1), Card(2))
    let viewModel = CardViewModel(model: first)
    viewModel.prepareIfNeeded()
    viewModel.told = []
    second.phone = "2"
    // Pending changes of the former model are not reported.
    first.first = "Eve"
    try viewModel.update(with: second)
    #expect(viewModel.told == ["name Ada King", "phone 2"])
    first.last = "Rhodes"
    first.phone = "9"
    second.last = "Lovelace"
    await eventually("the new model is observed") { viewModel.told.count > 2 }
    #expect(viewModel.told == ["name Ada King", "phone 2", "name Ada Lovelace"])
  }

  @Test("report changes of a model that is replaced or edited")
  func movedAfterChange() async throws {
    let (first, second) = (Card(1), Card(2))
    second.first = "Eve"
    let viewModel = CardViewModel(model: first)
    viewModel.prepareIfNeeded()
    viewModel.told = []
    first.phone = "2"
    try viewModel.update(with: first)
    await eventually("the phone is told") { !viewModel.told.isEmpty }
    #expect(viewModel.told == ["phone 2"])
    viewModel.told = []
    // The change is not reported yet, and the new model has the same value. The view must show it.
    first.first = "Eve"
    try viewModel.update(with: second)
    #expect(viewModel.told == ["name Eve King", "phone 1"])
  }

  // B18.
  @Test("do not retain a released view model")
  func gone() async {
    let card = Card()
    let other = CardViewModel(model: card)
    other.prepareIfNeeded()
    weak var weakModel: CardViewModel?
    do {
      let viewModel = CardViewModel(model: card)
      viewModel.prepareIfNeeded()
      weakModel = viewModel
      card.phone = "2"
    }
    #expect(weakModel == nil)
    await eventually("the other is told") { other.told.contains("phone 2") }
    #expect(other.told == ["name Ada King", "phone 1", "phone 2"])
  }

  @Test("report changes during a report in the next turn")
  func changedInside() async {
    final class Normalizing: CellViewModel<Card> {
      var told: [String] = []

      override class func mapModelKeys(_ map: inout ModelKeyMap<Card>) {
        map.call(Normalizing.showPhone, with: \.phone)
      }

      func showPhone(_ phone: String) {
        told.append(phone)
        if phone.count < 3 { model.phone += "0" }
      }
    }
    let viewModel = Normalizing(model: Card())
    viewModel.prepareIfNeeded()
    await eventually("the phone is long enough") { viewModel.told.last == "100" }
    #expect(viewModel.told == ["1", "10", "100"])
  }
}
