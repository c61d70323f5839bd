internal import MocoaLocalization
internal import MocoaModel

/// Exports items to a file.
///
/// At most one export runs at a time.
@MainActor
final class ExportController {
  private var task: ExportTask?

  /// The fraction of the items that is written, from 0 to 1.
  private var share = 0.0

  /// A closure that is called when the progress changes, and after the export has ended.
  var onChange: (@MainActor () -> Void)?

  /// The file that is being written, or `nil`.
  var file: ExportFile? { task?.file }

  /// Starts to write items to a file.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - fields: The fields to write of each item, or `nil` for all fields.
  ///   - file: The file.
  ///   - completion: A closure that receives the result.
  func start(
    _ items: ItemSubset, fields: [String]?, to file: ExportFile,
    completion:
      @escaping @MainActor @Sendable (
        Result<ExportFile.Summary, ExportFile.ExportError>
      ) -> Void
  ) {
    let task = ExportTask(file)
    (self.task, share) = (task, 0)
    task.start(
      items, at: fields,
      progress: { [weak self] share in
        self?.share = share
        self?.onChange?()
      },
      completion: { [weak self] result in
        self?.task = nil
        completion(result)
        self?.onChange?()
      })
  }

  /// Cancels the export.
  ///
  /// - Returns: `true` if an export was running.
  func stop() -> Bool {
    task?.cancel()
    return task != nil
  }

  /// Cancels the export because the program ends, and waits until the incomplete file is removed.
  func cancelAndWait() { task?.cancelAndWait() }

  /// The progress as text, or an empty string if no export is running.
  var statusText: String {
    guard let file else { return "" }
    return localized("exporting \(file.path) \(Int(share * 100)) % (Esc stops)")
  }
}
