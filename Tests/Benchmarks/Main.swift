import Glibc

/// The entry point of `make bench`, `make bench-peers` and `make soak`.
///
/// Each mode prints one JSON object per line. A line of `make bench` has the ratio to a lower
/// bound, and a line of `make bench-peers` the ratio to another program.
@main
struct Main {
  @MainActor
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let mode = words.first else { return await measureFloors() }
    do {
      switch mode {
      case "peers": try peers(Array(words.dropFirst())).run()
      case "soak": try await soak(Array(words.dropFirst())).run()
      default: return await measureFloors()
      }
    } catch {
      let complaint = Array(
        "mocoa-bench: \((error as? PeerSession.SessionError)?.text ?? "\(error)")\n".utf8)
      _ = write(STDERR_FILENO, complaint, complaint.count)
      exit(1)
    }
  }

  /// Creates the comparison that the arguments describe.
  private static func peers(_ words: [String]) throws -> PeerBench {
    guard words.count == 7, let runs = Int(words[4]), let seconds = Double(words[5]), runs > 0
    else {
      throw PeerSession.SessionError(text: "peers MOCOA LESS FZF FOLDER RUNS IDLE-SECONDS VISIDATA")
    }
    return PeerBench(
      mocoa: .mocoa(words[0]), less: .less(words[1]), fzf: .fzf(words[2]),
      visidata: .visidata(words[6]), folder: words[3], runs: runs, idleSeconds: seconds)
  }

  /// Creates the soak test that the arguments describe.
  private static func soak(_ words: [String]) throws -> Soak {
    guard words.count == 3, let minutes = Double(words[2]), minutes > 0 else {
      throw PeerSession.SessionError(text: "soak MOCOA FOLDER MINUTES")
    }
    return Soak(program: words[0], folder: words[1], minutes: minutes)
  }

  @MainActor
  private static func measureFloors() async {
    let index = IndexBench()
    await Measurement("index_lines", of: "200,000 NDJSON records", floor: "counting their lines")
      .run(index)
    index.end()
    await Measurement(
      "layout_million", of: "a frame in 1,000,000 items", floor: "the same in 1,000"
    )
    .run(LayoutBench())
    await Measurement(
      "frame", of: "drawing 49 cells and their damage", floor: "comparing two surfaces"
    )
    .run(FrameBench())
    let manifest = ManifestBench()
    await Measurement(
      "manifest", of: "opening 1,000,000 records by a manifest",
      floor: "the same by the built-in cell"
    )
    .run(manifest)
    manifest.end()
    await Measurement(
      "append", of: "1,000,000 items appended by 100", floor: "the same to an array"
    )
    .run(AppendBench())
    await Measurement(
      "edit", of: "500 rows of 1,000,000 changed by hand", floor: "the same in 1,000"
    )
    .run(EditBench(moves: false))
    await Measurement(
      "move", of: "500 rows of 1,000,000 moved over half the list", floor: "the same in 1,000"
    )
    .run(EditBench(moves: true))
    await Measurement(
      "positions", of: "the positions of 1,000,000 identities", floor: "a dictionary of them"
    )
    .run(PositionsBench())
    await Measurement(
      "keep", of: "1,000 edits of 1,000,000 rows by identity, and what they change",
      floor: "the same in 1,000"
    )
    .run(PersistenceBench())
    await Measurement(
      "resolve", of: "the modules of 1,000,000 cells of 10,000 kinds",
      floor: "looking their names up in a dictionary"
    )
    .run(ResolutionBench())
    await Measurement(
      "commit", of: "100 commits to a list of 100,000 entities that is sorted and filtered",
      floor: "the same in 10,000"
    )
    .run(CommitBench())
    await Measurement(
      "shared_child",
      of: "1,000 of 100,000 rows changed through one child, and what is shown of them",
      floor: "making and comparing all of both"
    )
    .run(SharedChildBench())
    await Measurement(
      "children", of: "100 commits to the 100,000 children of an entity, sorted and filtered",
      floor: "the same in one of 10,000"
    )
    .run(ChildrenBench())
    await measureQueries()
    let cache = CacheBench()
    await Measurement(
      "cache", of: "100,000 entities written to a store and kept in SQLite",
      floor: "inserting the same bytes"
    )
    .run(cache)
    cache.end()
    if Measurement.only == nil || Measurement.only == "turns" { await TurnBench().run() }
    if let only = Measurement.only {
      if only.hasPrefix("diff_") { measureDifferences([String(only.dropFirst(5))]) }
    } else {
      measureDifferences()
    }
  }

  @MainActor
  private static func measureQueries() async {
    guard Measurement.only.map({ ["filter", "filter_field", "sort"].contains($0) }) ?? true else {
      return
    }
    let records = QueriedRecords()
    await records.open()
    await Measurement(
      "filter", of: "1,000,000 records filtered by a word, and all shown again",
      floor: "counting the lines of the file"
    )
    .run(FilterBench(records: records, text: "\"record 777\"", count: 1111))
    await Measurement(
      "filter_field", of: "1,000,000 records filtered by a field, and all shown again",
      floor: "counting the lines of the file"
    )
    .run(FilterBench(records: records, text: "year>=2010 year<2015", count: 41_665))
    await Measurement(
      "sort", of: "1,000,000 records sorted by a field, and shown as they were again",
      floor: "sorting as many numbers"
    )
    .run(SortBench(records: records, field: "title"))
    records.end()
  }
}
