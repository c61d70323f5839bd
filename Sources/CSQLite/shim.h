#pragma once
#include <sqlite3.h>

// Has a connection do nothing that a file may ask for beyond reading it. `sqlite3_db_config` takes
// arguments of any number and type, which Swift cannot call.
static inline void mocoa_sqlite_harden(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  // A name that is not there is an error, and no text.
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}
