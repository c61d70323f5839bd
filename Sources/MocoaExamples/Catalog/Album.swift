internal import MocoaModel
internal import MocoaStore

/// An album of an artist.
struct Album: Entity {
  let id: String
  var title: String
  var released: ReleaseDate
  var isLive = false
  var tracks: [Track] = []

  static var children: [ChildField<Album>] { [.many(\.tracks)] }

  /// The total playing time in seconds.
  var seconds: Int {
    // The sum may overflow, because the database can contain any value.
    tracks.reduce(0) { sum, track in
      let (longer, isTooLong) = sum.addingReportingOverflow(track.seconds)
      return isTooLong ? .max : longer
    }
  }
}

/// The filter and the order of the albums in a list.
struct AlbumArrangement: Equatable {
  /// A Boolean value that indicates whether the albums are sorted by playing time instead of
  /// release date.
  var isByLength = false

  /// A Boolean value that indicates whether live albums are hidden.
  var hidesLive = false

  /// The filter and the order as the pipeline of a relation.
  var pipeline: RelationPipeline<Album> {
    var pipeline = RelationPipeline<Album>().observing(
      \.title, \.released, \.isLive, \.tracks.count, \.seconds)
    if hidesLive { pipeline = pipeline.filter { !$0.isLive } }
    if isByLength { pipeline = pipeline.sort(.descending, by: \.seconds) }
    return pipeline.sort(by: \.released).sort(by: \.title)
  }

  /// The arrangement as text for the user.
  var description: String {
    (isByLength ? "by length" : "by date") + (hidesLive ? ", no live albums" : "")
  }
}
