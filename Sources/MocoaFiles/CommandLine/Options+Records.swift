internal import MocoaBrowser
internal import MocoaData

extension Options {
  /// The record options of the source.
  var records: RecordOptions {
    RecordOptions(
      idField: idField, kindField: kindField, delimiter: delimiter, hasHeader: hasHeader,
      areLines: treatsInputAsLines)
  }

  /// The command to watch, or `nil` for other commands than `watch`.
  var watchedCommand: WatchPage.Command? {
    guard command == .watch else { return nil }
    return WatchPage.Command(
      words: operands, interval: interval, options: records, module: module)
  }
}
