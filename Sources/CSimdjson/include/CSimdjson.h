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
  uint32_t is_text;      // nonzero: no JSON; `field` does not count, and blanks at the beginning do
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

// How rows of delimited text are told apart.
typedef struct mocoa_row_rule {
  uint64_t seed;
  uint64_t salt;         // stands for the names of the columns, without which cells mean nothing
  uint32_t by_position;  // nonzero: the cell does not count
} mocoa_row_rule;

// Makes the entry of a row of delimited text, all of whose bytes count. `cell` is what identifies
// it, without its quotes; null for the whole row. It exists so that all records are hashed alike.
mocoa_line_entry mocoa_index_row(
  const mocoa_row_rule *_Nonnull rule, const uint8_t *_Nullable row, size_t length,
  const uint8_t *_Nullable cell, size_t cell_length, uint64_t offset, uint64_t position);

// A child of a JSON container, as places in the whole input: `value` is `start`, but behind the name
// and the colon in an object.
typedef struct mocoa_child {
  uint64_t start;
  uint64_t value;
  uint64_t end;
} mocoa_child;

// What `mocoa_split_children` came to, or is in the middle of.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_split_state : uint32_t {
  mocoa_split_opening,      // before the bracket
  mocoa_split_first,        // behind it
  mocoa_split_next,         // behind a comma
  mocoa_split_name,         // in a name
  mocoa_split_colon,        // behind a name
  mocoa_split_value,        // behind a colon
  mocoa_split_word,         // in a number, or a word
  mocoa_split_string,       // in a string
  mocoa_split_container,    // in a list or an object
  mocoa_split_separator,    // behind a child
  mocoa_split_closed,       // behind the closing bracket
} mocoa_split_state;

// Whether to return where a value begins, so that the caller can look at it first.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_split_pause : uint32_t {
  mocoa_split_no_pause,
  mocoa_split_pause_wanted,
  mocoa_split_paused,  // it begins at `child.value`
} mocoa_split_pause;

// A split of one list or object into its children that may be interrupted anywhere.
typedef struct mocoa_split {
  uint64_t offset;      // the place of the next byte in the input
  mocoa_child child;    // the child that is being read
  uint64_t depth;       // how deep in it the next byte is
  mocoa_split_state state;
  uint32_t is_object;
  uint32_t in_string;   // within a container
  uint32_t is_escaped;  // the byte before was a backslash in a string
  uint32_t is_wrong;    // nothing of the kind may stand at `offset`
  uint32_t is_sequence; // set by the caller: no brackets and commas, only values behind each other
  mocoa_split_pause pause;  // set by the caller
} mocoa_split;

// Reads on, and writes the children that end. It exists because a file that is one value is as
// large as one of lines, and has to open as fast. Returns how many children were written; reads
// no further than to the end of the last one there is room for, the closing bracket, or an error.
// Only the brackets and quotes of a child are looked at: whether it is valid is not known.
size_t mocoa_split_children(
  mocoa_split *_Nonnull split, const uint8_t *_Nullable bytes, size_t length,
  mocoa_child *_Nonnull children, size_t capacity);

// What children are.
typedef enum __attribute__((enum_extensibility(closed))) mocoa_children : uint32_t {
  mocoa_elements,
  mocoa_members,
  mocoa_values,  // nothing but white space stands between them
} mocoa_children;

// Makes the entries of children whose bytes are there; `bytes` stand at `base` in the input. A
// member's identity is its name. Returns how many children are valid before the first that is not.
size_t mocoa_index_children(
  const mocoa_line_rule *_Nonnull rule, const uint8_t *_Nonnull bytes, size_t length,
  uint64_t base, uint64_t position, const mocoa_child *_Nonnull children, size_t count,
  mocoa_children form, size_t deepest, mocoa_line_entry *_Nonnull entries);

#ifdef __cplusplus
}
#endif
