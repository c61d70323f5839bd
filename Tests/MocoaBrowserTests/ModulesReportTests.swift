import Mocoa
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The modules report")
struct ModulesReportTests {
  @Test("prints each rejected registration and its reason on one line")
  func complaints() {
    let registry = ModuleRegistry()
    registry.define("mocoa://music/").section.cell("no name").register(RecordCellViewModel.self)
    registry.define("mocoa://music/a//b").section.cell.register(RecordCellViewModel.self)
    let complaints = ModulesReport.errorMessages(of: registry)
    #expect(complaints.count == 2)
    #expect(complaints.first?.hasPrefix("not registered: mocoa://music/:: \"no name\" ") ?? false)
    #expect(complaints.last?.hasPrefix("not registered: mocoa://music/a//b: ") ?? false)
    #expect(!complaints.contains { $0.contains("\n") })
  }

  @Test("has no errors for the modules of the program")
  func own() {
    #expect(ModulesReport.errorMessages(of: Launch.registry()).isEmpty)
  }
}
