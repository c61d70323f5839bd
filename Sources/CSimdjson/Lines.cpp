// Converts blocks of lines to entries. This pass determines how fast a large file opens.

#include <cstring>

#include "CSimdjson.h"
#include "Indexer.h"

using namespace mocoa;

mocoa_line_progress mocoa_index_lines(
  const mocoa_line_rule *rule, const uint8_t *bytes, size_t length, uint64_t base,
  uint64_t position, mocoa_line_entry *entries, size_t capacity) {
  Parser parser;
  Indexer indexer(*rule, parser.shared, bytes + length);
  mocoa_line_progress progress{0, 0};
  while (progress.consumed < length && progress.count < capacity) {
    const uint8_t *line = bytes + progress.consumed;
    size_t rest = length - progress.consumed;
    const void *line_end = std::memchr(line, '\n', rest);
    size_t size = line_end ? size_t(static_cast<const uint8_t *>(line_end) - line) : rest;
    Span value = trimmed(*rule, line, size);
    if (value.length > 0) {
      entries[progress.count] =
        indexer.entry(value, base + progress.consumed, position + progress.count);
      progress.count++;
    }
    progress.consumed += line_end ? size + 1 : size;
  }
  return progress;
}

mocoa_line_entry mocoa_index_value(
  const mocoa_line_rule *rule, const uint8_t *bytes, size_t length, uint64_t offset,
  uint64_t position) {
  Parser parser;
  Indexer indexer(*rule, parser.shared, bytes + length);
  return indexer.entry(trimmed(*rule, bytes, length), offset, position);
}
