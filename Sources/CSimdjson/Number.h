// The grammar of JSON's numbers, for what simdjson does not tell: where a number that it refused
// ends, and which numbers are the same.
#pragma once
#include <cstddef>
#include <cstdint>

namespace mocoa {

inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

inline bool is_blank(uint8_t byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

// The length of the number that begins at `text`; 0 when none does, or when it goes on with what
// may not follow a number. `end` is where the bytes end.
inline size_t number_length(const uint8_t *text, const uint8_t *end) {
  const uint8_t *p = text;
  if (p < end && *p == '-') p++;
  if (p == end || !is_digit(*p)) return 0;
  if (*p == '0') {
    p++;
  } else {
    while (p < end && is_digit(*p)) p++;
  }
  if (p < end && *p == '.') {
    p++;
    if (p == end || !is_digit(*p)) return 0;
    while (p < end && is_digit(*p)) p++;
  }
  if (p < end && (*p == 'e' || *p == 'E')) {
    p++;
    if (p < end && (*p == '+' || *p == '-')) p++;
    if (p == end || !is_digit(*p)) return 0;
    while (p < end && is_digit(*p)) p++;
  }
  if (p < end && !is_blank(*p) && *p != ',' && *p != ']' && *p != '}') return 0;
  return size_t(p - text);
}

}  // namespace mocoa
