internal import Mocoa
internal import MocoaTerminal

/// The view of a contact in one row.
///
/// ```text
///  01 张三                                             100-0123-4567
/// ```
struct ContactRow: CellView {
  func draw(_ contact: ContactCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let line = TextContent.Line(
      [.init(contact.name, .title)], trailing: [.init(contact.phone, .number)])
    canvas.draw(line, row: 0, context)
  }
}
