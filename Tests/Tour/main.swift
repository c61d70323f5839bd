import Mocoa
import MocoaModel
import MocoaProgram
import MocoaTerminal

/// The model: a value with an identity, and the name of its kind.
struct Album: CellModel, Identifiable, Equatable {
  let id: Int
  let year: Int
  let title: String
  var moduleName = "album"
}

/// The view model: the text of a row, independent of any view.
final class AlbumCellViewModel: CellViewModel<Album> {
  var year: String { "\(model.year)" }
  var title: String { model.title }
}

/// The view: the drawing of a row in a terminal.
struct AlbumCell: CellView {
  func draw(_ album: AlbumCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    canvas.write(album.year, at: Point(column: 0, row: 0), style: context.theme[.number])
    canvas.write(album.title, at: Point(column: 6, row: 0), style: context.theme[.title])
  }
}

let library = [
  Album(id: 1, year: 1959, title: "Kind of Blue"),
  Album(id: 2, year: 1957, title: "Blue Train"),
  Album(id: 3, year: 1965, title: "Live at the Plugged Nickel", moduleName: "bootleg"),
]

Program.run(home: "mocoa://albums/") { registry in
  let albums = registry.define("mocoa://albums/")
  albums.section.cell("album").register(AlbumCellViewModel.self).view(AlbumCell.self)
  albums.page("Albums", showing: SectionedList(items: library))
}
