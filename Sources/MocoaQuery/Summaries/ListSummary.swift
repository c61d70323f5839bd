public import MocoaModel

/// A summary of the fields of a list, computed in the background and updated when the list changes.
@MainActor
public final class ListSummary {
  /// The results of a summary, complete or partial.
  public struct State: Sendable {
    /// The summaries of the fields, in the order of their first occurrence.
    public let fields: [FieldSummary]

    /// The number of items that have been counted until now.
    public let itemCount: Int

    /// A Boolean value that indicates whether the items have more fields than are counted.
    public let isTruncated: Bool
  }

  /// The current results.
  public var state: State { tally.result }

  /// The number of items in the list.
  public var total: Int { tally.total }

  /// A Boolean value that indicates whether all items have been counted.
  public var isComplete: Bool { tally.isComplete }

  private let tally: LiveTally<ListAccumulator>

  /// The fields that are counted, or `nil` for all fields.
  public let names: [String]?

  /// Creates a summary and starts to count.
  ///
  /// The summary is updated when the list changes, until it is released.
  ///
  /// - Parameters:
  ///   - source: The list.
  ///   - names: The fields in the order of the results, or `nil` for all fields.
  public init(of source: any ListSource, fields names: [String]? = nil) {
    self.names = names
    tally = LiveTally(of: source, ListAccumulator(of: names))
  }

  /// Adds an observer that is called when new results are available.
  public func observe(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    tally.observe(perform)
  }
}
