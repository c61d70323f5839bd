internal import MocoaModel

/// The reading of an input by its first bytes, until these settle its content.
///
/// A stream shows records before that: provisionally, by the bytes so far. If the bytes that follow say
/// something else, the input is read from its beginning as that, and the new records replace the old
/// ones in one change. So the records of an input follow from its bytes alone, however these are spread
/// over time.
struct GuessedReading {
  private let loader: RecordLoader
  private var sniffer: ContentSniffer

  /// The content that is shown.
  private var content: ContentSniffer.Content?

  /// The way through its records; nil if there is none yet.
  private var pass: RecordPass?

  /// The reason why there are no more records of that content.
  private var failure: SourceError?

  /// Whether records were shown.
  private var hasShown = false

  private var restart = Restart()

  init(_ loader: RecordLoader) {
    self.loader = loader
    sniffer = ContentSniffer(
      loader.input, loader.cancellation, output: loader.output, loader.options)
  }

  /// Reads the input.
  ///
  /// - Parameter isBrief: Whether to stop after one piece of settled content.
  mutating func run(isBrief: Bool, _ publish: RecordPass.Publish) -> RecordLoader.Ending {
    let (ending, loader) = (read(isBrief: isBrief, publish), loader)
    if !loader.cancellation.isCancelled { restart.clear(publish) }
    return ending
  }

  private mutating func read(
    isBrief: Bool, _ publish: RecordPass.Publish
  ) -> RecordLoader.Ending {
    do throws(SourceError) {
      guard let pass = try settle(publish) else { return RecordLoader.Ending() }
      var restart = restart
      defer { self.restart = restart }
      return loader.goOn(pass, isBrief: isBrief) { publish(restart.taking($0)) }
    } catch {
      return RecordLoader.Ending(failure: error)
    }
  }

  /// Shows provisional records until the content is settled.
  ///
  /// - Returns: The way through the records that are not shown yet; nil if there are none.
  /// - Throws: The reason why there are no records, or no more of them.
  private mutating func settle(_ publish: RecordPass.Publish) throws(SourceError) -> RecordPass? {
    while !loader.cancellation.isCancelled {
      let finding = try next()
      try take(finding)
      if finding.isSettled {
        // The records that were provisional are no more.
        if hasShown, !restart.isDue { publish(RecordBatch(chunks: [])) }
        if let failure { throw failure }
        return pass
      }
      show(upTo: finding.end, publish)
    }
    return nil
  }

  private mutating func next() throws(SourceError) -> ContentSniffer.Finding {
    do throws(SourceError) {
      return try sniffer.next()
    } catch {
      // The input has no records, also not those that were provisional.
      if hasShown { restart.isDue = true }
      throw error
    }
  }

  private mutating func take(_ finding: ContentSniffer.Finding) throws(SourceError) {
    guard let found = finding.content else {
      // Nothing is known any more of what was shown.
      if content != nil { (content, pass, failure, restart.isDue) = (nil, nil, nil, hasShown) }
      return
    }
    if found != content {
      (content, pass, failure) = (found, nil, nil)
      if hasShown { restart.isDue = true }
    }
    if pass != nil { return }
    do throws(SourceError) {
      failure = nil
      pass = try loader.pass(through: found)
    } catch {
      // More bytes may hold what is missing.
      if finding.isSettled { throw error }
      failure = error
    }
  }

  private mutating func show(upTo place: Int, _ publish: RecordPass.Publish) {
    var (restart, shown) = (restart, hasShown)
    if failure == nil {
      do throws(SourceError) {
        try pass?.run(upTo: place) { batch in
          var batch = restart.taking(batch)
          batch.isProvisional = true
          shown = true
          publish(batch)
        }
      } catch {
        failure = error
      }
    }
    restart.clear(publish)
    (self.restart, hasShown) = (restart, shown)
  }
}

/// A mark on the first batch that replaces the records of another content.
struct Restart {
  /// Whether that batch has not come yet.
  var isDue = false

  /// A batch with the mark if it is the first that has records.
  mutating func taking(_ batch: RecordBatch) -> RecordBatch {
    var batch = batch
    if isDue, !batch.chunks.isEmpty {
      batch.isRestart = true
      isDue = false
    }
    return batch
  }

  /// Removes the records of the other content if no batch has replaced them.
  mutating func clear(_ publish: RecordPass.Publish) {
    guard isDue else { return }
    isDue = false
    var batch = RecordBatch(chunks: [])
    batch.isRestart = true
    publish(batch)
  }
}
