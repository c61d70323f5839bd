internal import MocoaData
internal import MocoaModel

/// A record of an artist.
struct Album: Entity {
  let id: String
  var title: String
  var released: ReleaseDate
  var isLive = false
  var tracks: [Track] = []

  static var children: [Child<Album>] { [.many(\.tracks)] }

  /// How long all of it plays.
  var seconds: Int {
    // The database may say anything.
    tracks.reduce(0) { sum, track in
      let (longer, isTooLong) = sum.addingReportingOverflow(track.seconds)
      return isTooLong ? .max : longer
    }
  }
}

/// Which albums of an artist are shown, and in what order.
struct AlbumArrangement: Equatable {
  /// Whether the longest stands first, and not the earliest.
  var isByLength = false

  /// Whether live albums are left out.
  var hidesLive = false

  /// The same, said to a relation.
  var pipeline: Pipeline<Album> {
    var pipeline = Pipeline<Album>().observing(
      \.title, \.released, \.isLive, \.tracks.count, \.seconds)
    if hidesLive { pipeline = pipeline.filter { !$0.isLive } }
    if isByLength { pipeline = pipeline.sort(.descending, by: \.seconds) }
    return pipeline.sort(by: \.released).sort(by: \.title)
  }

  /// The same, said to the reader.
  var description: String {
    (isByLength ? "by length" : "by date") + (hidesLive ? ", no live albums" : "")
  }
}
