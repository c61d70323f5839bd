internal import MocoaModel
internal import MocoaStore

/// All artists with their albums and tracks, stored in a database.
///
/// The database is opened when the first page of the catalog opens. If it is unreadable, samples in
/// memory are shown instead and are not saved. The status text shows the reason.
@MainActor
final class Catalog {
  /// The key of the list of all artists.
  static let artists = ListKey<Artist>("artists")

  /// The arrangement of albums that all pages share.
  var arrangement = AlbumArrangement()

  private let path: String?
  private lazy var cache = path.map { SQLiteEntityCache(path: $0) }

  /// The store of the artists, albums and tracks.
  private(set) lazy var store = EntityStore(cache: cache)

  /// A Boolean value that indicates whether the artists are loaded.
  private(set) var isOpen = false

  /// The closures to call after the artists are loaded, or `nil` if loading was not requested.
  private var waiting: [@MainActor () -> Void]?

  private var saving: SaveStatus?

  /// The message of the latest command, or an empty text if the command has no message.
  private var notice = ""
  private let observers = Observers<Void>()

  private let log: SaveStatus.Logger

  /// Creates a catalog that is saved in a folder.
  ///
  /// The closure `tell` logs the reasons why changes were not saved.
  ///
  /// - Parameter folder: The folder, or `nil` to use only memory.
  init(folder: String?, log tell: @escaping SaveStatus.Logger) {
    self.log = tell
    path = folder.map { "\($0)/catalogue.sqlite" }
  }

  // MARK: - Status

  /// The message of the latest command, followed by the save status.
  var status: String {
    [notice, saving?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Shows a message in the status text until the next command.
  func showMessage(_ notice: String) {
    guard notice != self.notice else { return }
    self.notice = notice
    observers.notify(())
  }

  /// Calls a closure whenever the status text changes.
  func observeStatus(_ perform: @escaping @MainActor () -> Void) -> ObservationToken {
    observers.add(perform)
  }

  // MARK: - Opening

  /// Calls a closure after the artists are loaded, immediately if they are loaded already.
  func open(_ perform: @escaping @MainActor () -> Void) {
    if isOpen { return perform() }
    waiting = (waiting ?? []) + [perform]
    guard saving == nil else { return }
    saving = SaveStatus(of: store, path: path, log: log) { [weak self] in
      self?.observers.notify(())
    }
    store.load(Self.artists) { [weak self] in self?.take($0) }
  }

  private func take(_ result: Result<[Artist]?, EntityCacheError>) {
    switch result {
    case .success(nil): fill()
    case .success:
      if case .readOnly(let error)? = cache?.status { saving?.disable(reason: "\(error)") }
    case .failure(let error):
      store.detachCache()
      saving?.showSamples("\(error)")
      fill()
    }
    isOpen = true
    let those = waiting ?? []
    waiting = nil
    for perform in those { perform() }
    observers.notify(())
  }

  /// Stores the sample artists, albums and tracks.
  ///
  /// Two programs that store the samples at the same time write equal entities.
  private func fill() {
    change { transaction throws(EntityError) in
      try transaction.set(Self.artists, to: CatalogSamples.artists)
    }
  }

  /// Tries again to save the changes that could not be saved.
  func retrySave() { store.flush { _ in } }

  // MARK: - Changing

  /// Performs a transaction on the store, and shows its error in the status text.
  func change(_ body: (inout EntityTransaction) throws(EntityError) -> Void) {
    do throws(EntityError) {
      try store.write(body)
    } catch {
      showMessage("\(error)")
    }
  }

  /// Deletes an artist with all albums.
  func delete(_ artist: EntityReference<Artist>) {
    change { transaction throws(EntityError) in
      for album in transaction[artist]?.albums ?? [] {
        delete(EntityReference(album), in: &transaction)
      }
      transaction.delete(artist)
    }
  }

  /// Deletes an album with all tracks.
  func delete(_ album: EntityReference<Album>) {
    change { transaction throws(EntityError) in delete(album, in: &transaction) }
  }

  private func delete(_ album: EntityReference<Album>, in transaction: inout EntityTransaction) {
    for track in transaction[album]?.tracks ?? [] { transaction.delete(track) }
    transaction.delete(album)
  }
}
