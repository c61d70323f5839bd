import CSQLite
import Glibc
import MocoaTestSupport
import Testing

/// A folder with files of all kinds, identical in every run, in which the program is started.
final class World {
  /// The parent of the folder, whose name differs in every run.
  let outside: TemporaryFolder

  /// The path of the folder.
  var folder: String { outside.path(of: "world") }

  init() throws {
    outside = try TemporaryFolder()
    try #require(mkdir(folder, 0o700) == 0)
    try write("songs.ndjson", (1...40).map(Self.song).joined())
    try write("cities.csv", Self.cities)
    try write("notes.txt", (1...60).map { "note \($0): the quick brown 狐 jumps 🦊\n" }.joined())
    try write("empty.json", "")
    try write("one.json", "[")
    try write("header.csv", "id,name,city\n")
    try write("broken.ndjson", "{\"id\": 1}\n{\"id\": 2,\n{\"id\": 3}\n")
    try write(
      "escapes.ndjson", "{\"title\": \"\\u001b[31mred\\u0007\\u202eevil\", \"tab\": \"a\\tb\"}\n")
    try outside.write(
      "world/bytes.txt", Array("caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) }))
    let names = (1...3000).map { "c\($0)" }.joined(separator: ",")
    try write("wide.csv", "\(names)\n" + names.replacing("c", with: "v") + "\n")
    try write("notes.txt.gz", "")
    try #require(system("gzip -nc '\(folder)/notes.txt' >'\(folder)/notes.txt.gz'") == 0)
    try makeShop()
    try setTimes()
  }

  private func write(_ name: String, _ text: String) throws {
    try outside.write("world/\(name)", text)
  }

  private static func song(_ number: Int) -> String {
    let title = number % 9 == 0 ? "海の歌 \(number) 🌊" : "Song \(number)"
    let genre = ["jazz", "rock", "民謡"][number % 3]
    return #"{"id": \#(number), "title": "\#(title)", "year": \#(1960 + number * 7 % 60), "#
      + #""genre": "\#(genre)", "live": \#(number % 4 == 0), "seconds": \#(90 + number * 13), "#
      + #""artist": {"name": "Artist \#(number % 7)", "born": \#(1930 + number)}, "#
      + #""tags": ["live", "mono", "remastered"]}"# + "\n"
  }

  private static let cities = """
    name,country,people,motto
    東京,日本,13960000,"capital,
    of two lines"
    Zürich,Schweiz,434000,
    São Paulo,Brasil,12330000,"non ""ducor"" duco"
    Ragged,row
    Long,row,1,x,y,z
    🗼,emoji,1,tower
    """ + "\n"

  private func makeShop() throws {
    var database: OpaquePointer?
    try #require(sqlite3_open("\(folder)/shop.db", &database) == SQLITE_OK)
    defer { sqlite3_close(database) }
    let script = """
      create table customers (id integer primary key, name text, mail text);
      create table notes (text);
      create table orders (id integer primary key, total real, customer integer references customers);
      insert into customers values (1, 'Ann', 'ann@example.org'), (2, '王芳', null);
      insert into orders values (10, 9.5, 1), (11, 120, 2), (12, 0.25, 1);
      create view large as select * from orders where total > 5;
      """
    try #require(sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK)
  }

  /// Gives all files the same modification time, because the screens show it.
  private func setTimes() throws {
    let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
    let names = [
      "songs.ndjson", "cities.csv", "notes.txt", "empty.json", "one.json", "header.csv",
      "broken.ndjson", "escapes.ndjson", "bytes.txt", "wide.csv", "notes.txt.gz", "shop.db",
    ]
    for name in names {
      try #require(utimensat(AT_FDCWD, "\(folder)/\(name)", [time, time], 0) == 0)
    }
  }
}
