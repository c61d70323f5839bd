internal import Mocoa
internal import MocoaTerminal

/// The view of a contact in a tile: the name above the phone.
///
/// ```text
///  01 张三
///  100-0123-4567
/// ```
struct ContactTile: CellView {
  func height(of contact: ContactCellViewModel, columns: Int) -> Int { 2 }

  func draw(_ contact: ContactCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    canvas.draw(TextContent.Line([.init(contact.name, .title)]), row: 0, context)
    canvas.draw(TextContent.Line([.init(contact.phone, .detail)]), row: 1, context)
  }
}
