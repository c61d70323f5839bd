import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Resolving the module of an element")
@MainActor
struct ResolutionTests {
  /// Returns the four candidates below a list, in lookup order.
  private static func places(section: String, kind: ElementKind, name: String) -> [String] {
    let prefix = kind == .cell ? "" : kind.segmentKind + ":"
    let named = prefix + name
    let plain = kind == .cell ? ":" : prefix
    switch (section, name) {
    case ("", ""): return [":/" + plain]
    case ("", _): return [":/" + named, ":/" + plain]
    case (_, ""): return [section + "/" + plain, ":/" + plain]
    default: return [section + "/" + named, section + "/" + plain, ":/" + named, ":/" + plain]
    }
  }

  /// The registrations that a candidate may have.
  private enum Registered: Int, CaseIterable {
    case nothing
    case view
    case viewModel
  }

  // F82, B14, scenario 52.
  @Test("the first candidate with a view model wins, for all registrations")
  func everyRegistration() throws {
    var cases = 0
    for kind in [ElementKind.cell, .header, .footer] {
      for section in ["", "s"] {
        for name in ["", "n"] {
          let places = Self.places(section: section, kind: kind, name: name)
          try withEveryTuple(of: 4, in: 0..<3) { states in
            // All four candidates exist, including candidates without a lookup in this case.
            let registry = ModuleRegistry()
            let list = registry.define("mocoa://h/list")
            var registered: [String: Registered] = [:]
            for (place, state) in zip(Self.places(section: "s", kind: kind, name: "n"), states) {
              let state = try #require(Registered(rawValue: state))
              registered["mocoa://h/list/" + place] = state
              if state == .view { registry.define("mocoa://h/list/" + place).testView() }
              if state == .viewModel {
                registry.define("mocoa://h/list/" + place).register(AnySampleViewModel.self)
              }
            }
            let before = registry.addresses

            let found = Resolution.resolve(kind, named: name, section: section, in: list)

            var tried: [String] = []
            var winner: String?
            for place in places.map({ "mocoa://h/list/" + $0 }) where winner == nil {
              switch registered[place] ?? .nothing {
              case .nothing: tried.append("\(place) not registered")
              case .view: tried.append("\(place) no view model")
              case .viewModel:
                tried.append("\(place) chosen")
                winner = place
              }
            }
            let label = "\(kind) \(section)/\(name) \(states)"
            if found.candidates.map({ "\($0.url) \($0.outcome)" }) != tried {
              Issue.record("\(label): \(found.candidates)")
            }
            if found.resolved?.url.description != winner { Issue.record("\(label): winner") }
            let requested = "mocoa://h/list/" + places[0]
            if found.requested != requested { Issue.record("\(label): requested") }
            let module = found.requestedModule?.url.description
            let expected = registered[requested, default: .nothing] == .nothing ? nil : requested
            if module != expected { Issue.record("\(label): requested module") }
            if registry.addresses != before { Issue.record("\(label): something was created") }
            cases += 1
          }
        }
      }
    }
    #expect(cases == 972)
  }

  @Test("a list may be the root of its domain")
  func root() {
    let registry = ModuleRegistry()
    let list = registry.define("mocoa://h")
    list.section("a").cell("b").register(AnySampleViewModel.self)
    let found = Resolution.resolve(.cell, named: "b", section: "a", in: list)
    #expect(found.resolved === registry.define("mocoa://h/a/b"))
    #expect(found.requested == "mocoa://h/a/b")
    #expect(found.request.list.description == "mocoa://h/")
    #expect(found.request.section == "a")
    #expect(found.request.name == "b")
  }

  @Test("does not find a module with a value")
  func value() throws {
    let registry = ModuleRegistry()
    let list = registry.define("mocoa://h/list")
    list.section.cell.register(AnySampleViewModel.self)
    registry.set(1, at: list.section.cell.url)
    #expect(Resolution.resolve(.cell, named: "", section: "", in: list).resolved == nil)
  }

  // F92: the reason describes the requested module, independent of the others.
  @Test("the reason names the missing parts of the requested module")
  func exactReason() {
    let list = ModuleRegistry().define("mocoa://h/list")
    list.section("s").cell("n").testView()
    list.section("s").cell.model(SampleItem.self)
    list.section.cell("n").model(SampleItem.self).testView()
    func reason(_ name: String, _ section: String) -> PlaceholderReason {
      let found = Resolution.resolve(.cell, named: name, section: section, in: list)
      #expect(found.resolved == nil)
      return found.placeholderReason(for: TestPresentation.self)
    }
    #expect(reason("n", "s") == .missingParts([.model, .viewModel]))
    #expect(reason("other", "s") == .noModule)
    #expect(reason("", "s") == .missingParts([.view, .viewModel]))
    #expect(reason("n", "") == .missingParts([.viewModel]))
    #expect(reason("", "") == .noModule)
  }

  @Test(
    "tries and shows an invalid name from data",
    arguments: [
      ("a b", .character(" ")), ("..", .dots), ("a/b", .encodedSlash), ("a:b", .character(":")),
      ("\u{1B}[2J", .character("\u{1B}")), ("👍", .character("👍")),
    ] as [(String, ModuleSegment.ValidationError)])
  func illegalName(name: String, fault: ModuleSegment.ValidationError) {
    let registry = ModuleRegistry()
    let list = registry.define("mocoa://h/list")
    let before = registry.addresses
    let found = Resolution.resolve(.cell, named: name, section: "", in: list)
    #expect(found.resolved == nil)
    #expect(found.requested == "mocoa://h/list/:/" + name)
    #expect(found.candidates.map(\.outcome) == [.illegalName(fault), .notRegistered])
    #expect(found.placeholderReason(for: TestPresentation.self) == .illegalName(fault))
    let section = Resolution.resolve(.cell, named: "x", section: name, in: list)
    #expect(
      section.candidates.map(\.outcome) == [
        .illegalName(fault), .illegalName(fault), .notRegistered, .notRegistered,
      ])
    #expect(registry.addresses == before)
  }

  @Test(
    "all reasons and outcomes have a text",
    arguments: [
      (PlaceholderReason.noModule, "unregistered kind"),
      (
        .illegalName(.character(" ")),
        "invalid kind name: it contains a space; letters, digits, _, - and . are allowed"
      ),
      (.missingParts([.model, .view, .viewModel]), "lacks Model, View, ViewModel"),
      (.missingParts([.view]), "lacks View"),
      (
        .model("expected a Sample, found a Int"),
        "model mismatch: expected a Sample, found a Int"
      ),
      (.view("x"), "view mismatch: x"),
    ] as [(PlaceholderReason, String)])
  func wording(reason: PlaceholderReason, text: String) {
    #expect(reason.description == text)
  }
}

@Suite("All combinations of missing parts")
@MainActor
struct IncompleteModulesTests {
  nonisolated enum Outcome: Equatable {
    /// A placeholder view model, with this reason.
    case placeholder(String)
    /// The registered view model with a placeholder view, because these parts are missing.
    case noView(String)
    /// The registered view model and view.
    case normal
  }

  nonisolated struct Row: Sendable, CustomStringConvertible {
    let group: String
    let parts: String
    /// The outcome with a view model that does not state its model type.
    let general: Outcome
    /// The outcome with a view model of one model type, which also fills the slot of the model.
    var typed: Outcome?

    var description: String { group }
  }

  nonisolated static let cells = [
    Row(group: "100", parts: "", general: .placeholder("unregistered kind")),
    Row(group: "101", parts: "M", general: .placeholder("lacks View, ViewModel")),
    Row(group: "102", parts: "V", general: .placeholder("lacks Model, ViewModel")),
    Row(
      group: "103", parts: "X", general: .noView("lacks Model, View"), typed: .noView("lacks View")),
    Row(group: "104", parts: "MX", general: .noView("lacks View")),
    Row(group: "105", parts: "VX", general: .normal),
    Row(group: "106", parts: "MV", general: .placeholder("lacks ViewModel")),
    Row(group: "107", parts: "MVX", general: .normal),
  ]

  nonisolated static let ends = [
    Row(group: "108", parts: "", general: .placeholder("unregistered kind")),
    Row(
      group: "109", parts: "X", general: .noView("lacks Model, View"), typed: .noView("lacks View")),
    Row(group: "110", parts: "VX", general: .normal),
  ]

  private func fill(_ module: @autoclosure () -> Module, _ row: Row, typed: Bool) {
    // Accessing the module would create it.
    guard !row.parts.isEmpty else { return }
    let module = module()
    if row.parts.contains("M") { module.model(SampleItem.self) }
    if row.parts.contains("V") { module.testView() }
    guard row.parts.contains("X") else { return }
    if typed {
      module.register(SampleViewModel.self)
    } else {
      module.register(AnySampleViewModel.self)
    }
  }

  private func outcome(_ viewModel: AnyCellViewModel) -> Outcome {
    if let placeholder = viewModel as? PlaceholderViewModel {
      return .placeholder("\(placeholder.reason(for: TestPresentation.self))")
    }
    guard let module = viewModel.resolution?.resolved else { return .placeholder("unresolved") }
    if module.slot(for: TestPresentation.self) != nil { return .normal }
    return .noView(
      "\(PlaceholderReason.missingParts(module.missingParts(for: TestPresentation.self)))")
  }

  // F90, F92, scenarios 53, 57.
  @Test("cells", arguments: cells, [true, false])
  func cell(row: Row, typed: Bool) {
    let list = ModuleRegistry().define("mocoa://h/list")
    fill(list.section(row.group).cell, row, typed: typed)
    let viewModel = ListViewModel(
      model: SectionedList([Section(id: 0, moduleName: row.group, items: [SampleItem(1)])]),
      module: list)
    let cell = viewModel.cell(at: ItemPath(section: 0, item: 0))
    #expect(outcome(cell) == (typed ? row.typed ?? row.general : row.general))
    #expect(cell.element?.itemID == 1)
    #expect(viewModel.snapshot.itemCount == 1)
  }

  // F90, F92, scenarios 53, 57.
  @Test("headers and footers", arguments: cells + ends, [true, false])
  func end(row: Row, typed: Bool) throws {
    let list = ModuleRegistry().define("mocoa://h/list")
    let section = list.section(row.group)
    section.cell.register(SampleViewModel.self).module.testView()
    fill(section.header, row, typed: typed)
    fill(section.footer, row, typed: typed)
    let viewModel = ListViewModel(
      model: SectionedList([
        Section(
          id: 0, moduleName: row.group, header: SampleItem(1), items: [SampleItem(2)],
          footer: SampleItem(3))
      ]), module: list)
    let expected = typed ? row.typed ?? row.general : row.general
    #expect(outcome(try #require(viewModel.header(ofSection: 0))) == expected)
    #expect(outcome(try #require(viewModel.footer(ofSection: 0))) == expected)
    #expect(outcome(viewModel.cell(at: ItemPath(section: 0, item: 0))) == .normal)
  }
}
