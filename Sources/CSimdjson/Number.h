// The grammar of JSON numbers, for two purposes for which simdjson has no function: to find the end
// of a number that simdjson rejected, and to compare numbers of any length.
#pragma once
#include <cstddef>
#include <cstdint>

namespace mocoa {

inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

inline bool is_blank(uint8_t byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

// Returns the length of the number at `text`, or 0 if it is not a number or if an illegal byte
// follows it. The bytes end at `end`.
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
