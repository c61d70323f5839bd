internal import MocoaData
internal import MocoaModel

/// All artists with their albums and tracks, which are kept in a database.
///
/// It is opened when the first of its pages is. Where the database cannot be read, there are samples in
/// memory instead, which get into no file; why that is so stands in the status.
@MainActor
final class Catalogue {
  /// The list of all artists.
  static let artists = ListKey<Artist>("artists")

  /// Which albums the pages show, so that all of them show the same ones.
  var arrangement = AlbumArrangement()

  private let path: String?
  private lazy var cache = path.map { SQLiteEntityCache(path: $0) }

  /// What has the artists, albums and tracks.
  private(set) lazy var store = EntityStore(cache: cache)

  /// Whether the artists are there.
  private(set) var isOpen = false

  /// Those who wait for the artists; nil while nobody has asked for them.
  private var waiting: [@MainActor () -> Void]?

  private var saving: SaveRemark?

  /// What came of the latest command; empty where that can be seen.
  private var notice = ""
  private let observers = Observers<Void>()

  private let tell: SaveRemark.Tell

  /// A catalogue that is kept in a folder; in memory only without one.
  ///
  /// - Parameter tell: tells the log what is not saved.
  init(folder: String?, tell: @escaping SaveRemark.Tell) {
    self.tell = tell
    path = folder.map { "\($0)/catalogue.sqlite" }
  }

  // MARK: - The status

  /// What came of the latest command, and whether all is saved.
  var status: String {
    [notice, saving?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Says something in the status, until the next command.
  func say(_ notice: String) {
    guard notice != self.notice else { return }
    self.notice = notice
    observers.send(())
  }

  /// Tells when the status is another.
  func observeStatus(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add(perform)
  }

  // MARK: - Opening

  /// Calls when the artists are there, at once where they are already.
  func open(_ perform: @escaping @MainActor () -> Void) {
    if isOpen { return perform() }
    waiting = (waiting ?? []) + [perform]
    guard saving == nil else { return }
    saving = SaveRemark(of: store, path: path, tell: tell) { [weak self] in
      self?.observers.send(())
    }
    store.load(Self.artists) { [weak self] in self?.take($0) }
  }

  private func take(_ result: Result<[Artist]?, EntityCacheError>) {
    switch result {
    case .success(nil): fill()
    case .success:
      if case .readOnly(let error)? = cache?.status { saving?.giveUp("\(error)") }
    case .failure(let error):
      store.forgetCache()
      saving?.showSamples("\(error)")
      fill()
    }
    isOpen = true
    let those = waiting ?? []
    waiting = nil
    for perform in those { perform() }
    observers.send(())
  }

  /// Begins with the samples; two programs that do so at once make the same ones.
  private func fill() {
    change { transaction throws(EntityError) in
      try transaction.set(Self.artists, to: CatalogueSamples.artists)
    }
  }

  /// Tries once more to save what could not be saved.
  func saveAgain() { store.flush { _ in } }

  // MARK: - Changing

  /// Makes changes at once; what refuses them is said.
  func change(_ body: (inout EntityTransaction) throws(EntityError) -> Void) {
    do throws(EntityError) {
      try store.write(body)
    } catch {
      say("\(error)")
    }
  }

  /// Deletes an artist with all albums.
  func delete(_ artist: Ref<Artist>) {
    change { transaction throws(EntityError) in
      for album in transaction[artist]?.albums ?? [] { delete(Ref(album), in: &transaction) }
      transaction.delete(artist)
    }
  }

  /// Deletes an album with all tracks.
  func delete(_ album: Ref<Album>) {
    change { transaction throws(EntityError) in delete(album, in: &transaction) }
  }

  private func delete(_ album: Ref<Album>, in transaction: inout EntityTransaction) {
    for track in transaction[album]?.tracks ?? [] { transaction.delete(track) }
    transaction.delete(album)
  }
}
