// Converts rows of delimited text to entries, with the same hash functions as for JSON records.

#include "CSimdjson.h"
#include "Identity.h"

using namespace mocoa;

mocoa_line_entry mocoa_index_row(
  const mocoa_row_rule *rule, const uint8_t *row, size_t length, const uint8_t *cell,
  size_t cell_length, uint64_t offset, uint64_t position) {
  mocoa_line_entry entry;
  entry.offset = offset;
  entry.content_hash =
    identity_hash(rule->seed ^ rule->salt, Kind::line, row, length);
  if (rule->by_position) {
    entry.id_hash = identity_hash(rule->seed, Kind::whole, &position, sizeof position);
  } else if (cell) {
    entry.id_hash = identity_hash(rule->seed, Kind::text, cell, cell_length);
  } else {
    entry.id_hash = identity_hash(rule->seed, Kind::whole, row, length);
  }
  return entry;
}
