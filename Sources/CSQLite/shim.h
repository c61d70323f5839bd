#pragma once
#include <sqlite3.h>

// Disables on a connection the operations that an untrusted database file could start: triggers,
// loading of extensions, and writes to internal tables. The function exists because Swift cannot
// call the variadic function `sqlite3_db_config`.
static inline void mocoa_sqlite_harden(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  // An unknown name in double quotes is an error instead of a text.
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}
