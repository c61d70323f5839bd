import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Bindings: item templates")
struct ItemTemplateTests {
  let registry = ModuleRegistry()
  var module: Module { registry.define("mocoa://users/") }

  @Test("HR-13: a cell is created from exactly its item")
  func binding() {
    var bindings: [User] = []
    let bound = Bound(.items(users(0..<5))) { user in
      .text(
        {
          bindings.append(user)
          return TextContent([.init(user.name, .title)])
        }())
    }
    #expect(bound.cell(3).text == "user--3")
    #expect(bindings == [User(3)])
    // The cell is drawn in every frame and created once.
    #expect(bound.cell(3).text == "user--3")
    #expect(bindings.count == 1)
    #expect((bound.cell(3).element as? User) == User(3))
  }

  @Test("HR-14: a new or updated cell has the current item")
  func again() {
    var bindings: [User] = []
    let bound = Bound(.items(users(0..<500))) { user in
      .text(
        {
          bindings.append(user)
          return TextContent([.init(user.name, .title)])
        }())
    }
    let cell = bound.cell(0)
    _ = cell.text
    bound.binding.update([User(0, "other")] + users(1..<500))
    #expect(bound.cell(0) === cell)
    #expect(cell.text == "other")
    #expect(bindings == [User(0), User(0, "other")])
    bound.list.releaseOffscreenViewModels()
    weak let gone = bound.list.existingCell(at: path(1))
    #expect(gone == nil)
    #expect(bound.cell(1).text == "user--1")
    #expect(bindings.last == User(1))
  }

  @Test("update the view model of a template with new content")
  func cells() throws {
    let bound = Bound(.items(users(0..<2))) { .viewModel(UserCellViewModel(model: $0)) }
    let cell = try #require(bound.cell(1) as? UserCellViewModel)
    #expect(cell.isReady)
    bound.binding.update([User(0), User(1, "renamed")])
    #expect(bound.cell(1) === cell)
    #expect(cell.former == [User(1)])
    #expect(cell.text == "renamed")
  }

  @Test("HR-28, HR-29: a view model class needs no name")
  func classes() {
    // The module of the list determines for its renderers whether a section is a list or a grid.
    for module in [nil, module] {
      let bound = Bound(.items(users(0..<2)), module: module) {
        .viewModel(UserCellViewModel(model: $0))
      }
      #expect(bound.rows == ["user--0", "user--1"])
      #expect(bound.cell(0).resolution?.resolved != nil)
      #expect(bound.list.section(at: 0).children.count == 2)
    }
  }

  final class AdultViewModel: CellViewModel<User> {}

  @Test("are selected by item; other content may select another one")
  func choosing() throws {
    registry.define("mocoa://people/:/child").register(UserCellViewModel.self).module.testView(
      "small")
    let url = try ModuleURL("mocoa://people/:/child")
    let bound = Bound(.items(users(0..<3)), module: module) { user in
      switch user.age {
      case ..<18: .module(url)
      case 18..<50: .text([.init(user.name, .title)], trailing: [.init("\(user.age)", .number)])
      default: .viewModel(AdultViewModel(model: user))
      }
    }
    var changed = users(0..<3)
    changed[0].age = 7
    changed[1].age = 60
    #expect(bound.rows == ["user--0 30", "user--1 30", "user--2 30"])
    let same = bound.cell(2)
    bound.binding.update(changed)
    #expect(bound.cell(0) is UserCellViewModel)
    #expect(bound.cell(0).module?.slot(for: TestPresentation.self) == "small")
    #expect(bound.cell(0).requestedAddress == "mocoa://people/:/child")
    #expect(bound.cell(1) is AdultViewModel)
    #expect(bound.cell(2) === same)
    bound.binding.update(users(0..<3))
    #expect(bound.rows == ["user--0 30", "user--1 30", "user--2 30"])
  }

  @Test("show a placeholder until a missing module is registered")
  func missing() throws {
    let url = try ModuleURL("mocoa://people/:/late")
    let bound = Bound(.items(users(0..<2)), module: module) { _ in .module(url) }
    let placeholder = try #require(bound.cell(0) as? PlaceholderViewModel)
    #expect(placeholder.reason(for: TestPresentation.self) == .noModule)
    #expect(placeholder.requestedAddress == "mocoa://people/:/late")
    registry.set(7, at: url)
    #expect(
      bound.list.resolution(of: .item(path(1)))?.placeholderReason(for: TestPresentation.self)
        == .notAModule(type: "Int"))
    registry.set(nil, at: url)
    registry.define(url).register(UserCellViewModel.self).height(3)
    bound.list.refreshResolutions()
    #expect(bound.cell(0) is UserCellViewModel)
    #expect(bound.cell(0).height == 3)
    registry.unregister(at: url)
    bound.list.refreshResolutions()
    #expect(bound.cell(0) is PlaceholderViewModel)
  }

  @Test("use the shared registry for a list without a module")
  func shared() throws {
    let url = try ModuleURL("mocoa://item-template-tests/:/user")
    ModuleRegistry.shared.define(url).register(UserCellViewModel.self)
    defer { ModuleRegistry.shared.unregister(at: url) }
    #expect(Bound(.items(users(0..<1))) { _ in .module(url) }.rows == ["user--0"])
  }

  @Test("register no modules")
  func privacy() {
    let before = registry.addresses + [module.url.description]
    let revision = registry.roots[0].registryRevision
    let bound = Bound(.items(users(0..<2)), module: module)
    #expect(bound.rows.count == 2)
    #expect(Set(registry.addresses).isSubset(of: before))
    #expect(module.registryRevision == revision)
    let other = Bound(.items(users(0..<2)), module: module, template: nil)
    #expect(other.cell(0) is PlaceholderViewModel)
  }

  @Test("fall back to the modules of the list")
  func noTemplate() {
    module.section.cell.register(UserCellViewModel.self)
    let bound = Bound(.items(users(0..<2)), module: module, template: nil)
    #expect(bound.rows == ["user--0", "user--1"])
  }

  @Test("fixed heights need no view model")
  func height() {
    let bound = Bound(.items(users(0..<2)), height: 4)
    #expect(bound.list.resolution(of: .item(path(1)))?.resolved?.height == 4)
    #expect(bound.list.existingCell(at: path(1)) == nil)
    #expect(bound.cell(1).height == 4)
    #expect(Bound(.items(users(0..<2))).cell(0).height == 1)
  }

  @Test("do not show a view model twice")
  func reused() throws {
    let one = UserCellViewModel(model: User(0))
    let bound = Bound(.items(users(0..<2))) { _ in .viewModel(one) }
    #expect(bound.cell(0) === one)
    let placeholder = try #require(bound.cell(1) as? PlaceholderViewModel)
    #expect(
      "\(placeholder.reason(for: TestPresentation.self))"
        == "model mismatch: expected a new UserCellViewModel, "
        + "found a view model that is already in use"
    )
  }

  @Test("leave elements of other types to the list's modules")
  func otherTypes() {
    module.section.cell.register(SampleViewModel.self)
    let source = FakeListSource([SampleItem(1)])
    let bound = Bound(.source(source), module: module)
    #expect(bound.cell(0) is SampleViewModel)
    #expect(bound.binding.items == [])
    #expect(bound.binding.item(at: path(0)) == nil)
    #expect(bound.select(0))
  }

  @Test("read only the visible items of a large list")
  func lazy() {
    var count = 0
    let bound = Bound(.items(users(0..<100_000)), height: 1) { user in
      count += 1
      return .text([.init(user.name, .title)])
    }
    #expect(bound.cell(99_999).text == "user--99999")
    #expect(count < 10)
  }
}
