internal import MocoaLocalization
internal import Mocoa
internal import MocoaTerminal

/// The text of the log panel: one line for each event, newest last.
///
/// ```text
///  14:03:05  module    mocoa://music/:/album: ViewModel AlbumCellViewModel (MusicModule.swift:12)
///  14:03:07  batch     mocoa://music/: items −1 +3, at once
///  14:03:07  emission  redraw: AlbumCellViewModel 0.3 ▸ SectionViewModel, consumed  ×12
///  14:03:09  miss      mocoa://music/:/bootleg: not registered; mocoa://music/:/: not registered
/// ```
@MainActor
struct ActivityReport {
  let lines: [TextContent.Line]

  /// The number of lines of each event.
  private let linesOfEvent: Int

  /// Creates the text for the events of a log.
  ///
  /// - Parameters:
  ///   - journal: The log of the events.
  ///   - columns: The number of columns. If it is small, the text of an event is below its time and
  ///     kind.
  init(of journal: ActivityLog, columns: Int) {
    let isNarrow = columns < HelpReport.narrow
    linesOfEvent = isNarrow ? 2 : 1
    let events = journal.entries.flatMap { Self.lines(of: $0, isNarrow: isNarrow) }
    lines = Self.opening(of: journal) + events
  }

  /// Returns the number of lines at the start of an older report that this report does not contain.
  ///
  /// - Parameters:
  ///   - dropped: The number of events that the log had dropped when the older report was created.
  ///   - journal: The log of the events.
  func lost(since dropped: Int, of journal: ActivityLog) -> Int {
    let opening = dropped == 0 && journal.dropped > 0 && !journal.entries.isEmpty ? 1 : 0
    return (journal.dropped - dropped) * linesOfEvent - opening
  }

  private static func opening(of journal: ActivityLog) -> [TextContent.Line] {
    if journal.entries.isEmpty {
      return [.init([.init(localized("no events"), .detail)])]
    }
    guard journal.dropped > 0 else { return [] }
    let text = localized("\(journal.dropped) older events dropped (--log FILE keeps all events)")
    return [.init([.init(text, .detail)])]
  }

  private static func lines(of entry: ActivityLog.Entry, isNarrow: Bool) -> [TextContent.Line] {
    let time = TextContent.Span("\(LocalTime(entry.time))", .detail)
    let role = entry.event.isWarning ? TextContent.Role.warning : .number
    let text = "\(entry.event)" + (entry.count > 1 ? "  ×\(entry.count)" : "")
    if isNarrow {
      return [
        .init([time, .init(localized(key: entry.event.kind), role)]),
        .init([.init(" " + text, .title)]),
      ]
    }
    return [
      .init([
        time, .init(padded(localized(key: entry.event.kind), to: 8), role), .init(text, .title),
      ])
    ]
  }
}

extension ActivityEvent {
  /// A Boolean value that indicates whether the event may be the result of a mistake.
  fileprivate var isWarning: Bool {
    switch self {
    case .miss, .module(.rejected): true
    case .emission(let emission): emission.outcome == .dropped
    case .note(let note): note.isWarning
    case .module, .batch: false
    }
  }
}
