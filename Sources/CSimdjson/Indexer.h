// Converts values to entries: the hashes of a record's identity and content.
#pragma once
#include <cstring>
#include <memory>
#include <new>

#include "CSimdjson.h"
#include "Identity.h"
#include "Number.h"
#include "QuickIdentity.h"
#include "Simdjson.h"

namespace mocoa {

using namespace simdjson;

struct Span {
  const uint8_t *bytes;
  size_t length;
};

inline Span trimmed(const uint8_t *bytes, size_t length) {
  while (length > 0 && is_blank(bytes[0])) { bytes++; length--; }
  while (length > 0 && is_blank(bytes[length - 1])) length--;
  return {bytes, length};
}

// Returns the bytes of a record that are hashed: without surrounding whitespace for a JSON record,
// and without trailing whitespace for a text record.
inline Span trimmed(const mocoa_line_rule &rule, const uint8_t *bytes, size_t length) {
  Span value = trimmed(bytes, length);
  if (rule.is_text && value.length > 0) {
    value.length += size_t(value.bytes - bytes);
    value.bytes = bytes;
  }
  return value;
}

// Creates the entries of records by one rule. simdjson may read beyond the end of a value, up to
// `readable`.
class Indexer {
 public:
  Indexer(const mocoa_line_rule &rule, ondemand::parser &parser, const uint8_t *readable)
    : rule(rule), parser(parser), readable(readable) {}

  uint64_t content_hash(Span value) {
    return XXH3_64bits_withSeed(value.bytes, value.length, rule.seed);
  }

  mocoa_line_entry entry(Span value, uint64_t offset, uint64_t position) {
    mocoa_line_entry entry;
    entry.offset = offset;
    // A text record never equals a JSON record, even if both have the same bytes.
    entry.content_hash = rule.is_text
      ? identity_hash(rule.seed, Kind::line, value.bytes, value.length) : content_hash(value);
    if (rule.by_position) {
      entry.id_hash = identity_hash(
        rule.seed, Kind::whole, &position, sizeof position);
    } else if (rule.is_text) {
      entry.id_hash = entry.content_hash;
    } else if (!hash_of_field(value, entry.id_hash)) {
      entry.id_hash = identity_hash(
        rule.seed, Kind::whole, value.bytes, value.length);
    }
    return entry;
  }

 private:
  const mocoa_line_rule &rule;
  ondemand::parser &parser;
  const uint8_t *readable;
  std::unique_ptr<uint8_t[]> copy;
  size_t copy_size = 0;

  // Returns true if the value is an object with a field that is not null, and simdjson found no
  // error before that field.
  bool hash_of_field(Span value, uint64_t &hash) {
    if (value.length < 2 || value.bytes[0] != '{') return false;
    if (QuickIdentity(rule, value.bytes, value.length).find(hash)) return true;
    const uint8_t *bytes = value.bytes;
    if (size_t(readable - bytes) < value.length + SIMDJSON_PADDING) {
      bytes = padded(value);
      if (!bytes) return false;
    }
    ondemand::document document;
    ondemand::object object;
    if (parser.iterate(bytes, value.length, value.length + SIMDJSON_PADDING).get(document)) {
      return false;
    }
    if (document.get_object().get(object)) return false;
    const uint8_t *end = bytes + value.length;
    for (auto item : object) {
      ondemand::field field;
      bool found;
      if (std::move(item).get(field)) return false;
      if (names_field(field, found)) return false;
      if (found) {
        ondemand::value id = field.value();
        if (id.raw_json_token().front() == 'n') return false;
        return hash_of_value(rule.seed, id, end, hash) == SUCCESS;
      }
    }
    return false;
  }

  // Names are compared by their bytes. Only a name with an escape is unescaped.
  error_code names_field(ondemand::field &field, bool &found) {
    const auto *name = reinterpret_cast<const uint8_t *>(field.key().raw());
    size_t length = plain_length(name);
    if (name[length] != '"') {
      std::string_view unescaped;
      SIMDJSON_TRY(field.unescaped_key().get(unescaped));
      name = reinterpret_cast<const uint8_t *>(unescaped.data());
      length = unescaped.size();
    }
    found = length == rule.field_length &&
            (length == 0 || std::memcmp(name, rule.field, length) == 0);
    return SUCCESS;
  }

  // Returns a copy of the value with the padding that simdjson requires, for the end of a block.
  const uint8_t *padded(Span value) {
    size_t size = value.length + SIMDJSON_PADDING;
    if (copy_size < size) {
      copy.reset(new (std::nothrow) uint8_t[size]);
      copy_size = copy ? size : 0;
      if (!copy) return nullptr;
    }
    std::memcpy(copy.get(), value.bytes, value.length);
    std::memset(copy.get() + value.length, ' ', SIMDJSON_PADDING);
    return copy.get();
  }
};

// Access to the parser of this thread. The memory of the parser is kept for the next call, unless a
// value of more than `kept` bytes was parsed.
struct Parser {
  static constexpr size_t kept = 1 << 20;
  static inline thread_local ondemand::parser shared;

  ~Parser() {
    if (shared.capacity() > kept) shared = ondemand::parser();
  }
};

}  // namespace mocoa
