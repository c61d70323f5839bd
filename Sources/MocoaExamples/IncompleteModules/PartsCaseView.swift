internal import Mocoa
internal import MocoaTerminal

/// The view of an element that has all required parts.
///
/// ```text
///  105 cell  View, ViewModel
/// ```
struct PartsCaseView: CellView {
  func draw(_ viewModel: TrialViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let trial = viewModel.trial
    let line = TextContent.Line([
      .init("\(trial.group) \(trial.element)", .title), .init(trial.registered, .detail),
    ])
    canvas.draw(line, row: 0, context)
  }
}
