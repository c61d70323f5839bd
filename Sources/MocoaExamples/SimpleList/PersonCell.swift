internal import Mocoa
internal import MocoaTerminal

/// The view of a person: the name above the phone number.
///
/// ```text
///  张三
///  139-2345-9876
/// ```
struct PersonCell: CellView {
  func draw(_ person: PersonCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let title = context.theme[.title]
    canvas.write(
      person.name, at: Point(column: 0, row: 0),
      style: context.isUnderCursor ? title.adding(.bold) : title, truncation: .ellipsis)
    canvas.write(
      ContactText.grouped(person.model.phone), at: Point(column: 0, row: 1),
      style: context.theme[.detail], truncation: .ellipsis)
  }
}
