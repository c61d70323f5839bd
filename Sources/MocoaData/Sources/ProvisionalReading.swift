internal import MocoaModel

/// Reads an input whose format is detected from its first bytes.
///
/// A stream shows provisional records before its format is final. If later bytes change the format,
/// the input is read again from the start, and one update replaces the provisional records. The
/// final records depend only on the bytes of the input, not on the times at which they arrive.
struct ProvisionalReading {
  private let loader: RecordLoader
  private var sniffer: ContentSniffer

  /// The format of the displayed records.
  private var content: ContentSniffer.Content?

  /// The pass through the records, or `nil` if none has started.
  private var pass: RecordPass?

  /// The error that ended reading the records in the current format.
  private var failure: SourceError?

  /// A Boolean value that indicates whether records in the current format were published.
  private var hasPublished = false

  private var restart = Restart()

  init(_ loader: RecordLoader) {
    self.loader = loader
    sniffer = ContentSniffer(
      loader.input, loader.cancellation, output: loader.output, loader.options)
  }

  /// Reads the input.
  ///
  /// - Parameters:
  ///   - isBrief: A Boolean value that indicates whether to stop after the first piece that is read
  ///     in the final format.
  ///   - publish: A closure that receives the records.
  mutating func run(firstBatchOnly isBrief: Bool, _ publish: RecordPass.Publish)
    -> RecordLoader.Ending
  {
    let (ending, loader) = (read(firstBatchOnly: isBrief, publish), loader)
    if !loader.cancellation.isCancelled { restart.clear(publish) }
    return ending
  }

  private mutating func read(
    firstBatchOnly isBrief: Bool, _ publish: RecordPass.Publish
  ) -> RecordLoader.Ending {
    do throws(SourceError) {
      guard let pass = try finishDetection(publish) else { return RecordLoader.Ending() }
      var restart = restart
      defer { self.restart = restart }
      return loader.continueReading(pass, firstBatchOnly: isBrief) { publish(restart.marking($0)) }
    } catch {
      return RecordLoader.Ending(failure: error)
    }
  }

  /// Publishes provisional records until the format is final.
  ///
  /// - Returns: The pass that reads the remaining records, or `nil` if there are none.
  /// - Throws: ``SourceError`` if the input contains no records, or no further ones.
  private mutating func finishDetection(_ publish: RecordPass.Publish) throws(SourceError)
    -> RecordPass?
  {
    while !loader.cancellation.isCancelled {
      let finding = try next()
      try take(finding)
      if finding.isFinal {
        // The published records are not provisional any more.
        if hasPublished, !restart.isPending { publish(RecordBatch(chunks: [])) }
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
      // The input has no records, so the provisional ones are removed.
      if hasPublished { restart.isPending = true }
      throw error
    }
  }

  private mutating func take(_ finding: ContentSniffer.Finding) throws(SourceError) {
    guard let found = finding.content else {
      // The format of the shown records is unknown again.
      if content != nil {
        (content, pass, failure, restart.isPending) = (nil, nil, nil, hasPublished)
      }
      return
    }
    if found != content {
      (content, pass, failure) = (found, nil, nil)
      if hasPublished { restart.isPending = true }
    }
    if pass != nil { return }
    do throws(SourceError) {
      failure = nil
      pass = try loader.pass(through: found)
    } catch {
      // Later bytes may contain the missing records.
      if finding.isFinal { throw error }
      failure = error
    }
  }

  private mutating func show(upTo offset: Int, _ publish: RecordPass.Publish) {
    var (restart, isPublished) = (restart, hasPublished)
    if failure == nil {
      do throws(SourceError) {
        try pass?.run(upTo: offset) { batch in
          var batch = restart.marking(batch)
          batch.isProvisional = true
          isPublished = true
          publish(batch)
        }
      } catch {
        failure = error
      }
    }
    restart.clear(publish)
    (self.restart, hasPublished) = (restart, isPublished)
  }
}

/// The state of replacing the displayed records after the detected format has changed.
///
/// The first batch with records in the new format replaces the records in the previous format.
struct Restart {
  /// A Boolean value that indicates whether the records in the previous format are still displayed.
  var isPending = false

  /// Returns a batch, marked as a restart if it is the first batch with records in the new format.
  mutating func marking(_ batch: RecordBatch) -> RecordBatch {
    var batch = batch
    if isPending, !batch.chunks.isEmpty {
      batch.isRestart = true
      isPending = false
    }
    return batch
  }

  /// Removes the records in the previous format if no batch has replaced them.
  mutating func clear(_ publish: RecordPass.Publish) {
    guard isPending else { return }
    isPending = false
    var batch = RecordBatch(chunks: [])
    batch.isRestart = true
    publish(batch)
  }
}
