// A C interface to simdjson, which is written in C++. Each function processes a whole text or
// block, because a call for each value would take more time than parsing. No function throws an
// exception or retains the bytes of its caller.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Returns the version of simdjson that was compiled into the program. simdjson itself provides the
// version only as a macro.
const char *_Nonnull mocoa_json_version(void);

// The kinds of events of a parsed text. A name precedes its value.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_json_kind : uint32_t {
  mocoa_json_null,
  mocoa_json_false,
  mocoa_json_true,
  mocoa_json_int,  // number.integer
  mocoa_json_double,  // number.real
  mocoa_json_long_number,  // text: the digits of a number that neither int nor double can hold
  mocoa_json_text,
  mocoa_json_name,
  mocoa_json_list,  // number.length: the number of its values
  mocoa_json_list_end,
  mocoa_json_object,  // number.length: the number of its names
  mocoa_json_object_end,
} mocoa_json_kind;

// One event. `text` points into the parsed text.
typedef struct mocoa_json_event {
  const uint8_t *_Nullable text;
  union {
    uint64_t length;
    int64_t integer;
    double real;
  } number;
  mocoa_json_kind kind;
} mocoa_json_event;

// The outcome of parsing a text.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_json_outcome : uint32_t {
  mocoa_json_accepted,
  mocoa_json_refused,
  mocoa_json_too_deep,   // deeper than `deepest`
  mocoa_json_too_large,  // too large for simdjson or for the memory
} mocoa_json_outcome;

typedef struct mocoa_json_parse mocoa_json_parse;

// Parses one JSON value, surrounded by whitespace, into events that are valid until the text is
// closed. It exists to cross into C++ once for each text. It rejects what RFC 8259 rejects, and
// text that is not UTF-8. A number that simdjson cannot hold is returned as text and is not an
// error. Never returns null. `mocoa_json_close` must be called later.
mocoa_json_parse *_Nonnull mocoa_json_open(
  const uint8_t *_Nullable bytes, size_t length, size_t deepest);

// Releases a text and the memory of its events.
void mocoa_json_close(mocoa_json_parse *_Nonnull text);

// Returns the outcome of parsing the text.
mocoa_json_outcome mocoa_json_result(const mocoa_json_parse *_Nonnull text);

// Returns simdjson's reason for rejecting the text, a string that is never released.
const char *_Nonnull mocoa_json_reason(const mocoa_json_parse *_Nonnull text);

// Returns the events of an accepted text, in order.
const mocoa_json_event *_Nullable mocoa_json_events(
  const mocoa_json_parse *_Nonnull text, size_t *_Nonnull count);

// Validates a text as `mocoa_json_open` does, but creates no events. It is used for texts whose
// events would need too much memory. If the text is rejected, `reason` is set.
mocoa_json_outcome mocoa_json_validate(
  const uint8_t *_Nullable bytes, size_t length, size_t deepest,
  const char *_Nullable *_Nonnull reason);

// A rule that identifies records, by one of their fields or by their position.
typedef struct mocoa_line_rule {
  uint64_t seed;
  const uint8_t *_Nullable field;
  size_t field_length;
  uint32_t by_position;  // nonzero: the position identifies the record; `field` is ignored
  uint32_t is_text;      // nonzero: not JSON; `field` is ignored, leading whitespace counts
} mocoa_line_rule;

// The location of a record, and the hashes of its identity and its content.
typedef struct mocoa_line_entry {
  uint64_t offset;
  uint64_t id_hash;
  uint64_t content_hash;
} mocoa_line_entry;

// The progress of one call of `mocoa_index_lines`.
typedef struct mocoa_line_progress {
  size_t consumed;  // the number of bytes that were read
  size_t count;     // the number of entries that were written
} mocoa_line_progress;

// Writes an entry for every nonblank line of `bytes`, until `entries` is full. `position` is the
// index of the first entry among all entries of the file; `base` is the offset of `bytes` in the
// file and is added to the offsets. The function is written in C++, because it determines how fast
// a large file opens.
mocoa_line_progress mocoa_index_lines(
  const mocoa_line_rule *_Nonnull rule, const uint8_t *_Nullable bytes, size_t length,
  uint64_t base, uint64_t position, mocoa_line_entry *_Nonnull entries, size_t capacity);

// Returns the entry of one value that need not be a line. A line with the same value would have the
// same hashes.
mocoa_line_entry mocoa_index_value(
  const mocoa_line_rule *_Nonnull rule, const uint8_t *_Nullable bytes, size_t length,
  uint64_t offset, uint64_t position);

// A rule that identifies rows of delimited text.
typedef struct mocoa_row_rule {
  uint64_t seed;
  uint64_t salt;         // a hash of the column names, which give the values their meaning
  uint32_t by_position;  // nonzero: the position identifies the row; `cell` is ignored
} mocoa_row_rule;

// Returns the entry of a row of delimited text. All bytes of the row are hashed for its content.
// `cell` is the value that identifies the row, without quotes, or null if the whole row identifies
// it. The function exists so that rows use the same hash functions as JSON records.
mocoa_line_entry mocoa_index_row(
  const mocoa_row_rule *_Nonnull rule, const uint8_t *_Nullable row, size_t length,
  const uint8_t *_Nullable cell, size_t cell_length, uint64_t offset, uint64_t position);

// A child of a JSON container, as offsets in the whole input. `value` equals `start`, but follows
// the name and the colon in an object.
typedef struct mocoa_child {
  uint64_t start;
  uint64_t value;
  uint64_t end;
} mocoa_child;

// The state of `mocoa_split_children`: the syntax at the current offset.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_split_state : uint32_t {
  mocoa_split_opening,      // before the opening bracket
  mocoa_split_first,        // after the opening bracket
  mocoa_split_next,         // after a comma
  mocoa_split_name,         // in a name
  mocoa_split_colon,        // after a name
  mocoa_split_value,        // after a colon
  mocoa_split_word,         // in a number, true, false or null
  mocoa_split_string,       // in a string
  mocoa_split_container,    // in a list or an object
  mocoa_split_separator,    // after a child
  mocoa_split_closed,       // after the closing bracket
} mocoa_split_state;

// Whether the caller requests that `mocoa_split_children` returns at the beginning of a value, so
// that the caller can examine the value first, and whether it returned for that reason.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_split_pause : uint32_t {
  mocoa_split_no_pause,
  mocoa_split_pause_wanted,
  mocoa_split_paused,  // the value begins at `child.value`
} mocoa_split_pause;

// A split of one list or object into its children. It can be interrupted at any byte.
typedef struct mocoa_split {
  uint64_t offset;      // the offset of the next byte in the input
  mocoa_child child;    // the current child
  uint64_t depth;       // the depth of the next byte in the child
  mocoa_split_state state;
  uint32_t is_object;
  uint32_t in_string;   // the next byte is in a string within a container
  uint32_t is_escaped;  // the previous byte was a backslash in a string
  uint32_t is_wrong;    // the byte at `offset` is not allowed there
  uint32_t is_sequence; // set by the caller: values without brackets and commas
  mocoa_split_pause pause;  // set by the caller
} mocoa_split;

// Continues a split with the next bytes. Writes the children that end in these bytes, and returns
// their number. Stops after the last child that fits into `children`, at the closing bracket, or at
// an error. Only the brackets and quotes of a child are examined, so a child may be invalid JSON.
// The function is written in C++, so that a file with one value opens as fast as a file with lines.
size_t mocoa_split_children(
  mocoa_split *_Nonnull split, const uint8_t *_Nullable bytes, size_t length,
  mocoa_child *_Nonnull children, size_t capacity);

// The kind of the children of a split: elements of a list, members of an object, or values.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_children : uint32_t {
  mocoa_elements,
  mocoa_members,
  mocoa_values,  // separated only by whitespace
} mocoa_children;

// Creates the entries of children whose bytes are available; `bytes` begin at offset `base` of the
// input. A member is identified by its name. Returns the number of valid children before the first
// invalid one.
size_t mocoa_index_children(
  const mocoa_line_rule *_Nonnull rule, const uint8_t *_Nonnull bytes, size_t length,
  uint64_t base, uint64_t position, const mocoa_child *_Nonnull children, size_t count,
  mocoa_children form, size_t deepest, mocoa_line_entry *_Nonnull entries);

#ifdef __cplusplus
}
#endif
