/// The initial content of the catalog, with fictional artists.
enum CatalogSamples {
  /// The sample artists with albums and tracks, which have the same identities in every program.
  static var artists: [Artist] {
    var artists: [Artist] = []
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      switch line.prefix(while: { $0 == " " }).count {
      case 0: artists.append(Artist(id: "artist-\(artists.count + 1)", name: String(line)))
      case 2: artists.indices.last.map { add(album: words, to: &artists[$0]) }
      default: artists.indices.last.map { add(tracks: words, to: &artists[$0].albums) }
      }
    }
    return artists
  }

  private static func add(album text: Substring, to artist: inout Artist) {
    let (date, title) = halves(text)
    let isLive = title.hasPrefix("live ")
    guard let released = ReleaseDate(String(date)) else { return }
    artist.albums.append(
      Album(
        id: "\(artist.id)-\(artist.albums.count + 1)",
        title: String(title.dropFirst(isLive ? 5 : 0)), released: released, isLive: isLive))
  }

  private static func add(tracks text: Substring, to albums: inout [Album]) {
    guard let last = albums.indices.last else { return }
    for track in text.split(separator: ";") {
      let (time, title) = halves(track.drop { $0 == " " })
      let number = albums[last].tracks.count + 1
      let seconds = PlayingTime.parse(String(time)) ?? 0
      albums[last].tracks.append(
        Track(id: "\(albums[last].id)-\(number)", title: String(title), seconds: seconds))
    }
  }

  /// Returns the text before the first space, and the text after it.
  private static func halves(_ text: Substring) -> (Substring, Substring) {
    let first = text.prefix { $0 != " " }
    return (first, text.dropFirst(first.count + 1))
  }

  private static let text = """
    Ada Nightingale
      1971-03-12 Paper Boats
        8:05 Distant Road; 1:35 Broken River; 8:03 Empty Road; 8:09 Golden Mirror;
        5:45 Morning Engine; 6:10 Northern Ballad; 6:23 Blue Waltz
      1974-10-04 Low Tide
        8:47 Broken Window; 2:22 Hidden Mirror; 8:27 Golden Ballad; 7:33 Broken Harbour;
        7:33 Blue Waltz; 1:58 Borrowed Letter; 5:44 Northern Street
      1976-05-21 live At the Harbour Hall
        3:40 Morning Street; 4:37 Hidden Summer; 5:51 Blue Window; 6:46 Northern Letter
      1980-09-01 Salt and Timber
        7:43 Broken Summer; 5:42 Northern Signal; 6:40 Quiet Garden; 3:11 Northern Train;
        7:06 Second Train; 4:46 Paper Summer; 4:03 Slow Signal; 2:02 Empty Road
    The Brass Lanterns
      1958-02-11 Lamplighter
        2:24 Hidden Signal; 8:27 Wooden Bridge; 5:23 Distant Harbour; 5:59 Slow Window
      1961-06-30 Corner of Fifth
        7:36 Last Summer; 3:13 Hidden Window; 5:44 Broken Harbour; 1:46 Second Train;
        6:36 Blue Engine; 3:46 Golden Waltz
      1963-11-08 live One Night in Lisbon
        5:59 Wooden Mirror; 5:10 Broken Ballad; 6:43 Last Engine; 5:46 Last Road;
        5:49 Empty Signal; 4:20 Borrowed Harbour; 6:52 Golden Station
    山田 花火
      1998-08-31 夏の終わり
        6:43 灯り; 4:18 窓; 4:58 月; 7:48 花火; 8:38 雨; 1:38 夜汽車
      2001-04-18 線路沿い
        2:04 花火; 1:50 雨; 8:11 手紙; 7:24 風; 4:44 灯り; 5:49 駅; 3:13 朝
      2003-12-24 live 渋谷ライブ
        6:49 窓; 5:11 朝; 5:46 夜汽車; 5:35 風
    Kowalski & Sons
      1989-01-20 Saw, Hammer, Nail
        4:40 Blue Street; 6:45 Empty Bridge; 1:54 Paper Garden; 1:58 Blue Letter
      1992-07-07 Family Business
        7:45 Last Harbour; 7:34 Distant Train; 2:57 Empty Window; 5:50 Broken Harbour;
        8:33 Morning Garden; 5:40 Northern Harbour; 6:20 Wooden Harbour; 7:39 Broken Road
    Motel Sputnik
      1979-04-12 Cosmodrome
        4:41 Distant Summer; 1:52 Borrowed Street; 3:58 Distant Engine; 5:15 Broken Road;
        1:51 Wooden Street; 8:32 Distant Bridge; 7:53 Quiet River
      1981-04-12 Second Orbit
        1:51 Paper Street; 7:33 Silver Waltz; 2:14 Hidden Mirror; 4:59 Second Letter
      1984-02-29 Re-entry
        7:55 Empty Harbour; 2:40 Last Window; 6:01 Distant Street; 6:04 Morning Station;
        3:59 Empty Station; 8:22 Empty Signal; 7:31 Quiet Bridge
      1985-08-17 live Live from Baikonur
        7:28 Empty Ballad; 3:38 Second Mirror; 3:11 Morning Signal; 6:04 Paper Signal;
        4:58 Wooden Train; 7:05 Empty Bridge; 7:16 Golden Engine
      1990-12-31 Splashdown
        7:28 Empty Station; 2:13 Empty Signal; 1:55 Silver Train; 2:33 Last River
    Ólöf Jónsdóttir
      2009-11-05 Vetur
        6:39 Blue Street; 6:12 Silver River; 3:30 Quiet Ballad; 5:36 Borrowed Window;
        3:01 Distant River; 2:32 Wooden Letter; 7:25 Second River; 7:08 Morning Ballad
      2012-06-21 Ljós
        5:22 Borrowed Engine; 8:32 Quiet Waltz; 6:38 Northern Engine; 6:04 Morning Engine;
        6:34 Paper Window; 4:42 Silver Street; 8:05 Blue Bridge; 7:29 Morning Street
    Quartet for Three
      1966-09-09 Someone Is Missing
        4:31 Hidden River; 1:40 Empty Train; 5:43 Paper Window; 8:39 Morning Harbour;
        7:21 Broken Window
      1968-03-15 Still Missing
        2:42 Broken Bridge; 6:14 Empty Ballad; 7:14 Second Bridge; 6:23 Slow Ballad;
        3:44 Last Engine; 1:51 Empty Summer; 2:28 Northern Harbour
      1969-05-02 live Encores
        5:57 Blue Train; 2:52 Second Letter; 5:43 Slow Road; 8:46 Last Waltz
    """
}
