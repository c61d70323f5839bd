/// What the values of one field of a list's items are.
public struct FieldSummary: Sendable, Equatable {
  /// How many values are of a kind.
  public struct KindCount: Sendable, Equatable {
    /// What they are: `number`, `text`, `true/false`, `list` or `object`.
    public let name: String

    /// How many there are.
    public let count: Int
  }

  /// A value, and how often it is there.
  public struct Frequency: Sendable, Equatable {
    /// Its text; of a long one the beginning and an ellipsis.
    public let text: String

    /// How often it is there.
    public let count: Int
  }

  /// What the numbers among the values are.
  public struct Numbers: Sendable, Equatable {
    /// The least of them.
    public let minimum: Double

    /// The lower one of those in the middle.
    public let median: Double

    /// The largest of them.
    public let maximum: Double

    /// Their sum, divided by how many there are.
    public let mean: Double

    /// Whether the median is that of all numbers, and not of a sample.
    public let isMedianExact: Bool

    /// How many numbers of a sample are in each of some equal parts between the least and the largest, of
    /// whole numbers each with as many of them; empty where all are equal.
    public let histogram: [Int]
  }

  /// The name of the field.
  public let name: String

  /// How many items have a value there.
  public let count: Int

  /// How many have none, or an empty one.
  public let missing: Int

  /// What kinds of values there are.
  public let kinds: [KindCount]

  /// How many distinct values there are.
  public let distinct: Int

  /// Whether that was counted, and not estimated.
  public let isDistinctExact: Bool

  /// What the numbers among them are; nil without any.
  public let numbers: Numbers?

  /// The text that is the first in the order of the bytes; of a long one the beginning and an ellipsis.
  public let first: String?

  /// The text that is the last; of a long one the beginning and an ellipsis.
  public let last: String?

  /// The most frequent values, the most frequent first; none where all are distinct.
  public let frequent: [Frequency]

  /// Whether they were all counted, and not at least so often.
  public let isFrequentExact: Bool
}
