import Testing

/// Two models with their view models and their views, which precede the checked code.
private let pairs = """
  import Mocoa
  import MocoaModel
  import MocoaTerminal

  struct Album: CellModel, Identifiable, Equatable { let id: Int }
  final class AlbumCellViewModel: CellViewModel<Album> {}
  struct AlbumCell: CellView {
    func draw(_ album: AlbumCellViewModel, into canvas: inout Canvas, _ context: CellContext) {}
  }

  struct Artist: CellModel, Identifiable, Equatable { let id: Int }
  final class ArtistCellViewModel: CellViewModel<Artist> {}
  struct ArtistCell: CellView {
    func draw(_ artist: ArtistCellViewModel, into canvas: inout Canvas, _ context: CellContext) {}
  }

  """

/// A pairing that must not compile, with the expected error.
struct WrongPairing: CustomTestStringConvertible {
  let testDescription: String
  let code: String
  let diagnosis: String

  init(_ description: String, _ diagnosis: String, registering code: String) {
    self.init(description, diagnosis, code: inRegistration(code))
  }

  init(_ description: String, _ diagnosis: String, code: String) {
    (testDescription, self.diagnosis, self.code) = (description, diagnosis, code)
  }
}

private func inRegistration(_ code: String) -> String {
  "@MainActor func fill(_ cell: Module) { \(code) }"
}

private let wrongPairings = [
  WrongPairing(
    "a view of another view model",
    "requires the types 'AlbumCellViewModel' and 'ArtistCellViewModel' be equivalent",
    registering: "cell.register(AlbumCellViewModel.self).view(ArtistCell.self)"),
  WrongPairing(
    "a view model handed a model of another type",
    "cannot convert value of type 'Artist' to expected argument type 'Album'",
    registering: "_ = AlbumCellViewModel(model: Artist(id: 1))"),
  WrongPairing(
    "a view model told of a former model of another type",
    "method does not override any method from its superclass",
    code: """
      final class Wrong: CellViewModel<Album> { override func modelDidChange(from old: Artist) {} }
      """),
  WrongPairing(
    "a view model that reads its model as another type",
    "value of type 'Album' has no member 'name'",
    code: "final class Wrong: CellViewModel<Album> { var name: String { model.name } }"),
  WrongPairing(
    "a view that draws another view model than it says",
    "type 'Wrong' does not conform to protocol 'CellView'",
    code: """
      struct Wrong: CellView {
        typealias ViewModel = AlbumCellViewModel
        func draw(_ artist: ArtistCellViewModel, into canvas: inout Canvas, _: CellContext) {}
      }
      """),
  WrongPairing(
    "a view in the slot of the view model",
    "requires that 'AlbumCell' inherit from 'AnyCellViewModel'",
    registering: "cell.register(AlbumCell.self)"),
  WrongPairing(
    "a view model in the slot of the view",
    "requires that 'AlbumCellViewModel' conform to 'CellView'",
    registering: "cell.register(AlbumCellViewModel.self).view(AlbumCellViewModel.self)"),
  WrongPairing(
    "a view model in the slot of the model",
    "requires that 'AlbumCellViewModel' conform to 'CellModel'",
    registering: "cell.model(AlbumCellViewModel.self)"),
  WrongPairing(
    "a cell where a page is to be made",
    "cannot convert value of type 'AlbumCellViewModel' to closure result type 'PageViewModel'",
    registering: #"cell.page("Album") { _ in AlbumCellViewModel(model: Album(id: 1)) }"#),
]

@Suite("Pairings of models, view models and views")
struct ViewPairingTests {
  @Test("compile if the view model has its own view")
  func rightPairing() throws {
    let verdict = try typecheck(
      inRegistration(
        """
        cell.register(AlbumCellViewModel.self).view(AlbumCell.self)
        cell.model(Artist.self).register(ArtistCellViewModel.self).view(ArtistCell.self)
        _ = AlbumCellViewModel(model: Album(id: 1))
        """))
    #expect(verdict.compiles, "\(verdict.errors)")
  }

  @Test("fail to compile with the expected error if they are wrong", arguments: wrongPairings)
  func wrongPairing(_ pairing: WrongPairing) throws {
    let verdict = try typecheck(pairing.code)
    #expect(!verdict.compiles)
    // A second error would indicate another mistake in the code.
    #expect(verdict.errors.count == 1, "\(verdict.errors)")
    #expect(verdict.errors.allSatisfy { $0.contains(pairing.diagnosis) }, "\(verdict.errors)")
  }

  /// Checks code that follows the declarations of the pairs.
  private func typecheck(_ code: String) throws -> (compiles: Bool, errors: [Substring]) {
    try SwiftTypechecker.verdict(of: pairs + code)
  }
}
