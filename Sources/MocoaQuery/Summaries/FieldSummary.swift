/// A summary of the values of one field in the items of a list.
public struct FieldSummary: Sendable, Equatable {
  /// The number of values of one type.
  public struct KindCount: Sendable, Equatable {
    /// The localized name of the type: `number`, `text`, `true/false`, `list` or `object`.
    public let name: String

    /// The number of values.
    public let count: Int
  }

  /// A value and its number of occurrences.
  public struct Frequency: Sendable, Equatable {
    /// The text of the value.
    ///
    /// Long text is truncated and ends with an ellipsis.
    public let text: String

    /// The number of occurrences.
    public let count: Int
  }

  /// A summary of the numbers among the values.
  public struct NumericSummary: Sendable, Equatable {
    /// The smallest number.
    public let minimum: Double

    /// The median, which is the lower of the two middle numbers if their count is even.
    public let median: Double

    /// The largest number.
    public let maximum: Double

    /// The arithmetic mean.
    public let mean: Double

    /// A Boolean value that indicates whether the median is that of all numbers, not of a sample.
    public let isMedianExact: Bool

    /// The counts of a sample in intervals of equal width between the minimum and the maximum, or
    /// an empty array if all numbers are equal.
    ///
    /// If all numbers are integers, each interval contains the same number of integers.
    public let histogram: [Int]
  }

  /// The name of the field.
  public let name: String

  /// The number of items with a value.
  public let count: Int

  /// The number of items without a value or with an empty one.
  public let missingCount: Int

  /// The types of the values, with their counts.
  public let kinds: [KindCount]

  /// The number of distinct values.
  public let distinctCount: Int

  /// A Boolean value that indicates whether `distinct` is exact and not an estimate.
  public let isDistinctExact: Bool

  /// A summary of the numbers, or `nil` if the field has no numbers.
  public let numbers: NumericSummary?

  /// The smallest text in byte order, or `nil` if the field has no text.
  ///
  /// Long text is truncated and ends with an ellipsis.
  public let minText: String?

  /// The largest text in byte order, or `nil` if the field has no text.
  ///
  /// Long text is truncated and ends with an ellipsis.
  public let maxText: String?

  /// The most frequent values in descending order, or an empty array if all values are distinct.
  public let mostFrequentValues: [Frequency]

  /// A Boolean value that indicates whether the counts in `frequent` are exact and not lower
  /// bounds.
  public let isFrequentExact: Bool
}
