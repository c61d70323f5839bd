// The hash of the value that identifies a record. Equal values have equal hashes, even if they are
// written differently, such as 1 and 1.0.
#pragma once
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string>

#include "Number.h"
#include "Simdjson.h"

namespace mocoa {

// The kind of the hashed value is part of the hash: the number 1 is not the text "1".
enum class Kind : uint64_t { whole = 1, text, number, word, container, line };

// Hashes are comparable only within one run of the program, because each run selects a seed.
inline uint64_t identity_hash(uint64_t seed, Kind kind, const void *bytes, size_t length) {
  // The factor spreads the kinds over all bits of the seed.
  return XXH3_64bits_withSeed(bytes, length, seed ^ uint64_t(kind) * 0x165667B19E3779F9);
}

inline uint64_t integer_hash(uint64_t seed, int64_t value) {
  return identity_hash(seed, Kind::number, &value, sizeof value);
}

// Returns the hash of a number. Mathematically equal numbers have equal hashes: 1, 1.0 and 1e0. All
// digits are hashed, so numbers with the same double value can have different hashes. Numbers whose
// exponents differ only above 10^15 may have the same hash.
inline uint64_t number_hash(uint64_t seed, const uint8_t *text, size_t length) {
  const uint8_t *p = text, *end = text + length;
  bool negative = *p == '-';
  if (negative) p++;
  std::string digits;
  int64_t exponent = 0;
  bool fraction = false;
  for (; p < end && (is_digit(*p) || *p == '.'); p++) {
    if (*p == '.') {
      fraction = true;
      continue;
    }
    if (*p != '0' || !digits.empty()) digits.push_back(char(*p));
    if (fraction) exponent--;
  }
  if (p < end) {
    p++;
    bool down = *p == '-';
    if (!is_digit(*p)) p++;
    int64_t shift = 0;
    for (; p < end; p++) {
      if (shift < 1000000000000000) shift = shift * 10 + (*p - '0');
    }
    exponent += down ? -shift : shift;
  }
  while (!digits.empty() && digits.back() == '0') {
    digits.pop_back();
    exponent++;
  }
  if (digits.empty()) return integer_hash(seed, 0);
  if (exponent >= 0 && exponent <= 18 && digits.size() + size_t(exponent) <= 18) {
    digits.append(size_t(exponent), '0');
    int64_t value = 0;
    for (char digit : digits) value = value * 10 + (digit - '0');
    return integer_hash(seed, negative ? -value : value);
  }
  digits += (negative ? "-e" : "+e") + std::to_string(exponent);
  return identity_hash(seed, Kind::number, digits.data(), digits.size());
}

// Returns the same hash as `number_hash`, but creates no string for an integer of few digits, such
// as most IDs.
inline uint64_t quick_number_hash(uint64_t seed, const uint8_t *text, size_t length) {
  if (length > 18) return number_hash(seed, text, length);
  int64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    if (!is_digit(text[i])) return number_hash(seed, text, length);
    value = value * 10 + (text[i] - '0');
  }
  return integer_hash(seed, value);
}

// Returns the number of bytes up to the quote or the first escape of a string. `text` follows the
// opening quote.
inline size_t plain_length(const uint8_t *text) {
  size_t length = 0;
  while (text[length] != '"' && text[length] != '\\') length++;
  return length;
}

// Computes the hash of a value whose bytes end before `end`. Returns an error if it is not valid.
inline simdjson::error_code hash_of_value(
  uint64_t seed, simdjson::ondemand::value &value, const uint8_t *end, uint64_t &hash) {
  using namespace simdjson;
  const auto *text = reinterpret_cast<const uint8_t *>(value.raw_json_token().data());
  switch (*text) {
    case '"': {
      size_t length = plain_length(text + 1);
      if (text[1 + length] == '"') {
        hash = identity_hash(seed, Kind::text, text + 1, length);
        return SUCCESS;
      }
      std::string_view unescaped;
      SIMDJSON_TRY(value.get_string().get(unescaped));
      hash = identity_hash(seed, Kind::text, unescaped.data(), unescaped.size());
      return SUCCESS;
    }
    case '[': case '{': {
      std::string_view raw;
      if (*text == '[') {
        ondemand::array array;
        SIMDJSON_TRY(value.get_array().get(array));
        SIMDJSON_TRY(array.raw_json().get(raw));
      } else {
        ondemand::object object;
        SIMDJSON_TRY(value.get_object().get(object));
        SIMDJSON_TRY(object.raw_json().get(raw));
      }
      while (!raw.empty() && is_blank(uint8_t(raw.back()))) raw.remove_suffix(1);
      hash = identity_hash(seed, Kind::container, raw.data(), raw.size());
      return SUCCESS;
    }
    case 't': case 'f': {
      bool truth;
      SIMDJSON_TRY(value.get_bool().get(truth));
      hash = identity_hash(seed, Kind::word, truth ? "t" : "f", 1);
      return SUCCESS;
    }
    case 'n': {
      bool null;
      SIMDJSON_TRY(value.is_null().get(null));
      if (!null) return N_ATOM_ERROR;
      hash = identity_hash(seed, Kind::word, "n", 1);
      return SUCCESS;
    }
    default: {
      size_t length = number_length(text, end);
      if (length == 0) return NUMBER_ERROR;
      hash = quick_number_hash(seed, text, length);
      return SUCCESS;
    }
  }
}

}  // namespace mocoa
