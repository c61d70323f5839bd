/// A summary of the values of one field in the items of a list.
public struct FieldSummary: Sendable, Equatable {
  /// The number of values of one type.
  public struct KindCount: Sendable, Equatable {
    /// The localized name of the type: `number`, `text`, `true/false`, `list` or `object`.
    public let name: String

    /// The type.
    package let kind: FieldKind

    /// The number of values that have the type.
    public let count: Int
  }

  /// A value and its number of occurrences.
  public struct Frequency: Sendable, Equatable {
    /// The text of the value.
    ///
    /// Long text is truncated and ends with an ellipsis.
    public let text: String

    /// The number of values that are equal to this value.
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

    /// The number of sampled numbers in each of several intervals between the minimum and the
    /// maximum.
    ///
    /// The intervals have equal width. The array is empty if all numbers are equal. If all numbers
    /// are integers, each interval contains the same number of integers, but the last interval may
    /// contain fewer.
    public let histogram: [Int]
  }

  /// The name of the field.
  public let name: String

  /// The number of items with a value in the field.
  public let count: Int

  /// The number of items without the field or with an empty value in it.
  public let missingCount: Int

  /// The number of different values, including null and missing ones, or `nil` if it is unknown
  /// because values are lists or objects.
  ///
  /// It may be an estimate, as `distinctCount`.
  public let groupCount: Int?

  /// The types of the values, with their counts.
  public let kinds: [KindCount]

  /// The number of distinct values, which may be an estimate.
  public let distinctCount: Int

  /// A Boolean value that indicates whether `distinctCount` is exact and not an estimate.
  public let isDistinctExact: Bool

  /// A summary of the numbers among the values, or `nil` if there are none.
  public let numbers: NumericSummary?

  /// The number of sampled times in each of several intervals of equal width, if all texts are
  /// times in the same notation, otherwise `nil`.
  ///
  /// The array is empty if all times are equal.
  public let timeHistogram: [Int]?

  /// The smallest text in byte order, or `nil` if no value is a text.
  ///
  /// Long text is truncated and ends with an ellipsis.
  public let minText: String?

  /// The largest text in byte order, or `nil` if no value is a text.
  ///
  /// Long text is truncated and ends with an ellipsis.
  public let maxText: String?

  /// The most frequent values in descending order, or an empty array if all values are distinct.
  public let mostFrequentValues: [Frequency]

  /// A Boolean value that indicates whether the counts in `mostFrequentValues` are exact and not
  /// lower bounds.
  public let isFrequentExact: Bool
}
