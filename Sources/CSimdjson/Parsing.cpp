// Converts one JSON text to events, with simdjson's on-demand interface.

#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "CSimdjson.h"
#include "Simdjson.h"
#include "Walk.h"

using namespace simdjson;

struct mocoa_json_parse {
  ondemand::parser parser;
  std::unique_ptr<uint8_t[]> bytes;
  std::vector<mocoa_json_event> events;
  mocoa_json_outcome outcome = mocoa_json_refused;
  const char *reason = "";
};

namespace {

// Parses a copy of the text, enclosed in brackets and with the padding that simdjson requires. The
// brackets make the rules for a scalar the same at the top level and within a container.
template <typename Sink>
mocoa_json_outcome run(
  mocoa_json_parse &text, Sink sink, const uint8_t *bytes, size_t length, size_t deepest) {
  size_t size = length + 2;
  text.bytes.reset(new (std::nothrow) uint8_t[size + SIMDJSON_PADDING]);
  error_code error = MEMALLOC;
  bool too_deep = false;
  if (text.bytes) {
    uint8_t *copy = text.bytes.get();
    copy[0] = '[';
    if (length > 0) std::memcpy(copy + 1, bytes, length);
    copy[length + 1] = ']';
    std::memset(copy + size, ' ', SIMDJSON_PADDING);
    mocoa::Walk<Sink> walk{sink, copy + size, deepest};
    error = walk.root(text.parser, copy, size);
    too_deep = walk.too_deep;
  }
  text.reason = error_message(error);
  if (too_deep) return mocoa_json_too_deep;
  if (error == SUCCESS) return mocoa_json_accepted;
  if (error == CAPACITY || error == MEMALLOC) return mocoa_json_too_large;
  return mocoa_json_refused;
}

}  // namespace

#define MOCOA_TEXT(x) #x
#define MOCOA_TEXT_OF(x) MOCOA_TEXT(x)

const char *mocoa_json_version(void) { return MOCOA_TEXT_OF(SIMDJSON_VERSION); }

mocoa_json_parse *mocoa_json_open(const uint8_t *bytes, size_t length, size_t deepest) {
  auto *text = new mocoa_json_parse;
  text->outcome = run(*text, mocoa::Collector{text->events}, bytes, length, deepest);
  return text;
}

void mocoa_json_close(mocoa_json_parse *text) { delete text; }

mocoa_json_outcome mocoa_json_result(const mocoa_json_parse *text) { return text->outcome; }

const char *mocoa_json_reason(const mocoa_json_parse *text) { return text->reason; }

const mocoa_json_event *mocoa_json_events(const mocoa_json_parse *text, size_t *count) {
  *count = text->events.size();
  return text->events.data();
}

mocoa_json_outcome mocoa_json_validate(
  const uint8_t *bytes, size_t length, size_t deepest, const char **reason) {
  mocoa_json_parse text;
  auto outcome = run(text, mocoa::Nowhere{}, bytes, length, deepest);
  *reason = text.reason;
  return outcome;
}
