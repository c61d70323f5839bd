// A fast seeded 64-bit hash of bytes, based on the idea of wyhash: multiply two words and fold the
// halves of the product. It is not a cryptographic hash. Hashes are valid only within one run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mocoa {

constexpr uint64_t prime_a = 0x9E3779B97F4A7C15, prime_b = 0xC2B2AE3D27D4EB4F,
                   prime_c = 0x165667B19E3779F9, prime_d = 0xD6E8FEB86659FD93;

inline uint64_t fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

inline uint64_t word(const uint8_t *p) {
  uint64_t value;
  std::memcpy(&value, p, 8);
  return value;
}

inline uint32_t half_word(const uint8_t *p) {
  uint32_t value;
  std::memcpy(&value, p, 4);
  return value;
}

// Returns a hash that depends on every byte and on the length. Reads no byte outside of `bytes`.
inline uint64_t hash(uint64_t seed, const uint8_t *bytes, size_t length) {
  const uint8_t *p = bytes;
  size_t rest = length;
  uint64_t state = fold(seed ^ prime_a, prime_b);
  if (rest > 48) {
    uint64_t second = state ^ prime_c, third = state ^ prime_d;
    do {
      state = fold(word(p) ^ prime_a, word(p + 8) ^ state);
      second = fold(word(p + 16) ^ prime_b, word(p + 24) ^ second);
      third = fold(word(p + 32) ^ prime_c, word(p + 40) ^ third);
      p += 48;
      rest -= 48;
    } while (rest > 48);
    state ^= fold(second ^ prime_d, third ^ prime_a);
  }
  while (rest > 16) {
    state = fold(word(p) ^ prime_a, word(p + 8) ^ state);
    p += 16;
    rest -= 16;
  }
  uint64_t first = 0, last = 0;
  if (rest >= 8) {
    first = word(p);
    last = word(p + rest - 8);
  } else if (rest >= 4) {
    first = half_word(p);
    last = half_word(p + rest - 4);
  } else if (rest > 0) {
    first = uint64_t(p[0]) << 16 | uint64_t(p[rest / 2]) << 8 | p[rest - 1];
  }
  state = fold(first ^ prime_b, last ^ state);
  return fold(state ^ prime_d, uint64_t(length) ^ prime_c);
}

}  // namespace mocoa
