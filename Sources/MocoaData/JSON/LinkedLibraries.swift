internal import CSQLite
internal import CSimdjson

/// The versions of the libraries that read data.
public enum LinkedLibraries {
  /// The version of the loaded SQLite library.
  public static var sqlite: String { String(cString: sqlite3_libversion()) }

  /// The version of simdjson that the program was built with.
  public static var simdjson: String { String(cString: mocoa_json_version()) }
}
