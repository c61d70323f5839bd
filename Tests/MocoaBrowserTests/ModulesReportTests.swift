import Mocoa
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The report of modules")
struct ModulesReportTests {
  @Test("says what could not be registered and why, one line each")
  func complaints() {
    let registry = ModuleRegistry()
    registry["mocoa://music/"].section.cell("no name").register(RecordCellViewModel.self)
    registry["mocoa://music/a//b"].section.cell.register(RecordCellViewModel.self)
    let complaints = ModulesReport.complaints(of: registry)
    #expect(complaints.count == 2)
    #expect(complaints.first?.hasPrefix("not registered: mocoa://music/:: \"no name\" ") ?? false)
    #expect(complaints.last?.hasPrefix("not registered: mocoa://music/a//b: ") ?? false)
    #expect(!complaints.contains { $0.contains("\n") })
  }

  @Test("has nothing to complain of in the program's own modules")
  func own() {
    #expect(ModulesReport.complaints(of: Launch.registry()).isEmpty)
  }
}
