// What Swift uses of simdjson, which is C++: a few C functions that each do a whole job, since a
// call per value would cost more than the parsing. Nothing here throws or keeps a caller's bytes.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of simdjson that this was compiled with: the library has no function that tells.
const char *_Nonnull mocoa_json_version(void);

// The kinds of events that one parsed text consists of. A name comes before its value.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_json_kind : uint32_t {
  mocoa_json_null,
  mocoa_json_false,
  mocoa_json_true,
  mocoa_json_int,  // number.integer
  mocoa_json_double,  // number.real
  mocoa_json_long_number,  // text: a number for which neither of them will do
  mocoa_json_text,
  mocoa_json_name,
  mocoa_json_list,  // number.length: how many values it holds
  mocoa_json_list_end,
  mocoa_json_object,  // number.length: how many names it holds
  mocoa_json_object_end,
} mocoa_json_kind;

// One event. `text` points into the parsed text that gave it.
typedef struct mocoa_json_event {
  const uint8_t *_Nullable text;
  union {
    uint64_t length;
    int64_t integer;
    double real;
  } number;
  mocoa_json_kind kind;
} mocoa_json_event;

// What became of a text.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_json_outcome : uint32_t {
  mocoa_json_accepted,
  mocoa_json_refused,
  mocoa_json_too_deep,   // deeper than `deepest`
  mocoa_json_too_large,  // more than simdjson can take, or no memory for it
} mocoa_json_outcome;

typedef struct mocoa_json_parse mocoa_json_parse;

// Parses one JSON value, surrounded by white space, into events, which stay until the text is
// closed. It exists to cross into C++ once per text. Refuses what RFC 8259 does, and text that
// is no UTF-8; a number that simdjson cannot hold comes as text, and is never an error.
// Never returns null; `mocoa_json_close` must follow.
mocoa_json_parse *_Nonnull mocoa_json_open(
  const uint8_t *_Nullable bytes, size_t length, size_t deepest);

// Ends the life of a text and of what its events point to.
void mocoa_json_close(mocoa_json_parse *_Nonnull text);

// What became of the text.
mocoa_json_outcome mocoa_json_result(const mocoa_json_parse *_Nonnull text);

// Why the text was refused, in simdjson's words, which live forever.
const char *_Nonnull mocoa_json_reason(const mocoa_json_parse *_Nonnull text);

// The events of an accepted text, in order.
const mocoa_json_event *_Nullable mocoa_json_events(
  const mocoa_json_parse *_Nonnull text, size_t *_Nonnull count);

// Does what `mocoa_json_open` does without making events: for texts too large to hold parsed.
// `reason` is set when the text is refused.
mocoa_json_outcome mocoa_json_validate(
  const uint8_t *_Nullable bytes, size_t length, size_t deepest,
  const char *_Nullable *_Nonnull reason);

// How records are told apart: by a field of theirs, or by where they are.
typedef struct mocoa_line_rule {
  uint64_t seed;
  const uint8_t *_Nullable field;
  size_t field_length;
  uint32_t by_position;  // nonzero: `field` does not count
} mocoa_line_rule;

// Where a record is, and two hashes that stand for who it is and what it holds.
typedef struct mocoa_line_entry {
  uint64_t offset;
  uint64_t id_hash;
  uint64_t content_hash;
} mocoa_line_entry;

// How far `mocoa_index_lines` came.
typedef struct mocoa_line_progress {
  size_t consumed;  // bytes
  size_t count;     // entries
} mocoa_line_progress;

// Writes an entry for every line of `bytes` that is not blank, until `entries` is full. It exists
// because this pass decides how fast a large file opens. `position` counts entries, `base` is
// added to offsets.
mocoa_line_progress mocoa_index_lines(
  const mocoa_line_rule *_Nonnull rule, const uint8_t *_Nullable bytes, size_t length,
  uint64_t base, uint64_t position, mocoa_line_entry *_Nonnull entries, size_t capacity);

// Makes the entry of one value that is not a line, with the hashes that a line would get.
mocoa_line_entry mocoa_index_value(
  const mocoa_line_rule *_Nonnull rule, const uint8_t *_Nullable bytes, size_t length,
  uint64_t offset, uint64_t position);

#ifdef __cplusplus
}
#endif
