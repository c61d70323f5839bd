// The hash of the value that identifies a record, if its field is among the first few fields. The
// rest of the record is not read.
#pragma once
#include "CSimdjson.h"
#include "Identity.h"
#include "Number.h"

namespace mocoa {

// Searches the first few fields of an object for the identifying field. The search is faster than
// simdjson, which reads every byte of a record before it returns the first field, because most
// records begin with their ID. The search fails at the first value that is not plain. Its result
// must never differ from the result of `hash_of_value`.
class QuickIdentity {
 public:
  QuickIdentity(const mocoa_line_rule &rule, const uint8_t *bytes, size_t length)
    : rule(rule), p(bytes), end(bytes + length) {}

  // Returns true if the field was found and its value is plain.
  bool find(uint64_t &hash) {
    if (!take('{')) return false;
    for (int fields = 0; fields < most_fields; fields++) {
      const uint8_t *name;
      size_t length;
      if (!string(name, length) || !take(':')) return false;
      bool found = length == rule.field_length &&
                   (length == 0 || std::memcmp(name, rule.field, length) == 0);
      if (!scalar(found, hash)) return false;
      if (found) return p < end && (*p == ',' || *p == '}');
      if (!take(',')) return false;
    }
    return false;
  }

 private:
  static constexpr int most_fields = 4;
  const mocoa_line_rule &rule;
  const uint8_t *p, *end;

  void skip_blanks() {
    while (p < end && is_blank(*p)) p++;
  }

  bool take(uint8_t byte) {
    skip_blanks();
    if (p == end || *p != byte) return false;
    p++;
    skip_blanks();
    return true;
  }

  // Reads a string of printable ASCII characters without escapes.
  bool string(const uint8_t *&text, size_t &length) {
    if (p == end || *p != '"') return false;
    text = ++p;
    while (p < end && *p != '"') {
      if (*p < 0x20 || *p >= 0x80 || *p == '\\') return false;
      p++;
    }
    if (p == end) return false;
    length = size_t(p - text);
    p++;
    return true;
  }

  // Reads a plain string or a number, and the whitespace after it.
  bool scalar(bool wanted, uint64_t &hash) {
    if (p == end) return false;
    if (*p == '"') {
      const uint8_t *text;
      size_t length;
      if (!string(text, length)) return false;
      if (wanted) hash = identity_hash(rule.seed, Kind::text, text, length);
    } else {
      size_t length = number_length(p, end);
      if (length == 0) return false;
      if (wanted) hash = quick_number_hash(rule.seed, p, length);
      p += length;
    }
    skip_blanks();
    return true;
  }
};

}  // namespace mocoa
