internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery

/// The positions of all matches of a search in a list.
///
/// They are determined on a background thread, after the cursor has moved to a match. A change of
/// the list removes them.
@MainActor
final class SearchMatches {
  /// The flat indexes of the matching items, ascending, or `nil` if they are unknown.
  private var positions: [Int]?

  private weak var list: ListViewModel?
  private var filter: Filter?
  private var cancellation: CancellationToken?
  private var observation: ObservationToken?

  /// Finds the matches of a filter in a list if they are not known.
  ///
  /// - Parameter completion: A closure that is called when the matches are known. It may be called
  ///   before the method returns.
  func find(
    _ filter: Filter, in list: ListViewModel, completion: @escaping @MainActor @Sendable () -> Void
  ) {
    if self.list === list, self.filter == filter, cancellation != nil { return }
    removeAll()
    let cancellation = CancellationToken()
    (self.list, self.filter, self.cancellation) = (list, filter, cancellation)
    observation = list.observe { [weak self] update in
      if !update.changes.isEmpty { self?.removeAll() }
    }
    ListSearch(filter, in: list.snapshot, isForward: true, cancellation).findAll {
      [weak self] found in
      guard let self, self.cancellation === cancellation else { return }
      positions = found
      completion()
    }
  }

  /// Removes the matches, and stops a running search for them.
  func removeAll() {
    cancellation?.cancel()
    observation?.cancel()
    (list, filter, cancellation, observation, positions) = (nil, nil, nil, nil, nil)
  }

  /// Returns the number of the current item among the matches, and the number of matches.
  ///
  /// - Parameter item: The number of the current item in the list, from 1, or `nil` if there is none.
  /// - Returns: The text, or an empty string if the matches in the list are unknown.
  func text(in list: ListViewModel, at item: Int?) -> String {
    guard self.list === list, let positions, !positions.isEmpty else { return "" }
    guard let item, let number = Self.index(of: item - 1, in: positions) else {
      return localized("\(positions.count, one: "match", other: "matches")")
    }
    return localized(
      "match \(NumberFormatting.grouped(number + 1))/\(NumberFormatting.grouped(positions.count))")
  }

  /// Returns the index of a number in ascending numbers, or `nil` if it is not among them.
  private static func index(of number: Int, in numbers: [Int]) -> Int? {
    var range = 0..<numbers.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if numbers[middle] == number { return middle }
      range =
        numbers[middle] < number
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
