import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaData
@testable import MocoaQuery

@Suite("Histograms")
@MainActor
struct HistogramTests {
  private func source(_ values: [String]) async throws -> RecordSource {
    let text = values.map { $0.isEmpty ? "{}" : "{\"k\": \($0)}" }.joined(separator: "\n")
    let source = try RecordSource(bytes: Array(text.utf8), name: "lines.ndjson")
    await eventually("it is read") { source.phase == .finished }
    return source
  }

  private func histogram(
    _ source: RecordSource, _ scale: HistogramScale? = nil
  ) async -> Histogram {
    let tally = LiveTally(of: source, HistogramTally("k", scale: scale))
    await eventually("it is counted") { tally.isComplete }
    return tally.result
  }

  /// Checks that the filter of each bucket finds as many items as the bucket counts.
  private func expectFilters(of histogram: Histogram, in source: RecordSource) async throws {
    for bucket in histogram.buckets {
      let text = try #require(
        Filter.condition(field: "k", from: bucket.lower.text, upTo: bucket.upper.text))
      let results = QueryResults(source)
      results.query.filter = try Filter(text)
      await eventually("it is filtered") { !results.isUpdatingResults }
      #expect(results.itemCount == bucket.count, "\(text)")
    }
    #expect(histogram.buckets.reduce(0) { $0 + $1.count } == histogram.valueCount)
  }

  nonisolated static let samples: [[String]] = [
    ["5"], ["0.25"], ["0"], ["-7", "-7"], ["1e300"], ["-1.5e308", "1.5e308"],
    ["1e-9", "2e-9", "5e-9"], ["9007199254740992", "9007199254740000"],
    (0..<500).map { "\(Double(($0 * 7919) % 1333) / 1000)" },
    (0..<300).map { "\(($0 * 37) % 101 - 50)" }, (0..<30).map { "\($0).5" },
    ["1", "", "null", "\"NaN\"", "\"x\"", "true", "12"],
    (0..<40).map { "\(0.1 * Double($0))" }, ["100", "599", "200", "404"],
    ["1", "1000000"], ["-0.000001", "0.000001"], ["\"7\"", "3"],
    (0..<400).map {
      "\"2026-11-\(10 + $0 / 24 % 20)T\($0 % 24 < 10 ? "0" : "")\($0 % 24):30:00Z\""
    },
    ["\"2026-11-22\"", "\"2026-12-24\""], ["\"1969-07-20T20:17:40Z\"", "\"2026-02-28T00:00:00Z\""],
    ["\"2026-11-22 10:05\"", "\"2026-11-22 10:06\"", "\"2026-11-22 10:00\""],
    ["\"2026-11-22T10:05:00.250+01:00\"", "\"2026-11-22T10:05:09.750+01:00\""],
    ["\"2024-02-29\"", "\"1899-12-31\""],
  ]

  @Test("have buckets whose filters find the counted items", arguments: samples)
  func filters(values: [String]) async throws {
    let source = try await source(values)
    let histogram = await histogram(source)
    #expect((1...40).contains(histogram.buckets.count))
    #expect(histogram.buckets.first.map { $0.count > 0 } == true)
    #expect(histogram.buckets.last.map { $0.count > 0 } == true)
    try await expectFilters(of: histogram, in: source)
    for scale in [histogram.finer, histogram.coarser].compactMap(\.self) {
      let other = await self.histogram(source, scale)
      #expect(other.scale == scale)
      try await expectFilters(of: other, in: source)
    }
  }

  @Test("have steps of 1, 2, 2.5 or 5 times a power of ten")
  func steps() async throws {
    func step(_ values: [String]) async throws -> (String?, Int) {
      let histogram = await histogram(try await source(values))
      return (histogram.scale?.stepText, histogram.buckets.count)
    }
    #expect(try await step(["0", "1.333"]) == ("0.05", 27))
    #expect(try await step(["0", "39"]) == ("1", 40))
    #expect(try await step(["0", "40"]) == ("2", 21))
    #expect(try await step(["0", "100"]) == ("5", 21))
    #expect(try await step(["0.5", "90"]) == ("2.5", 37))
    #expect(try await step(["0", "1000"]) == ("50", 21))
    #expect(try await step(["3", "3"]) == ("1", 1))
    #expect(
      try await step(["\"2026-11-22T00:00:00Z\"", "\"2026-11-22T13:53:19Z\""]) == ("1 h", 14))
    #expect(try await step(["\"2026-01-15\"", "\"2027-06-15\""]) == ("1 mo", 18))
    #expect(try await step(["\"2026-11-02\"", "\"2026-11-30\""]) == ("1 d", 29))
    for text in ["0.05", "2.5", "1", "5000", "1 h", "1 mo", "25e-21", "1e20"] {
      #expect(HistogramScale(stepText: text)?.stepText == text)
    }
    #expect(HistogramScale(stepText: "3") == nil && HistogramScale(stepText: "x") == nil)
  }

  @Test("have longer and shorter buckets until there is one or too many")
  func neighbors() async throws {
    let source = try await source((0..<100).map { "\($0)" })
    var histogram = await histogram(source)
    var steps = [histogram.scale?.stepText]
    while let scale = histogram.coarser {
      histogram = await self.histogram(source, scale)
      steps.append(histogram.scale?.stepText)
    }
    #expect(steps == ["5", "10", "20", "25", "50", "100"])
    #expect(histogram.buckets.count == 1)
    while let scale = histogram.finer { histogram = await self.histogram(source, scale) }
    #expect(histogram.scale?.stepText == "1", "the values are integers")
  }

  @Test("are empty without numbers and times")
  func empty() async throws {
    let histogram = await histogram(try await source(["\"a\"", "null", "", "\"2026-13-01\""]))
    #expect(histogram.buckets.isEmpty && histogram.scale == nil && histogram.itemCount == 4)
  }
}

@Suite("Days")
struct CivilDayTests {
  @Test("are numbered without gaps")
  func numbers() {
    var former = CivilDay(number: -800_001)
    for number in stride(from: -800_000, through: 800_000, by: 1) {
      let day = CivilDay(number: number)
      #expect(day.number == number)
      let isNext =
        day.day == former.day + 1
        || day.day == 1 && former.day == CivilDay.length(ofMonth: former.month, year: former.year)
      if !isNext { Issue.record("\(day) after \(former)") }
      former = day
    }
    #expect(CivilDay(year: 1970, month: 1, day: 1).number == 0)
    #expect(CivilDay(year: 2026, month: 11, day: 22).number == 20_779)
  }
}
