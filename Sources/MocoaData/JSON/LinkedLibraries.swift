internal import CSQLite
internal import CSimdjson

/// The versions of the libraries that read data.
public enum LinkedLibraries {
  /// The version of SQLite that runs.
  public static var sqlite: String { String(cString: sqlite3_libversion()) }

  /// The version of simdjson that this was built with.
  public static var simdjson: String { String(cString: mocoa_json_version()) }
}
