// Splits a list or an object into its children while its bytes arrive, and creates their entries.

#include <cstring>
#include <memory>
#include <new>

#include "CSimdjson.h"
#include "Indexer.h"
#include "Walk.h"

using namespace mocoa;

namespace {

// The meaning of a byte within a container.
enum Mark : uint8_t { nothing, quote, opening, closing };

struct Marks {
  uint8_t of[256] = {};

  constexpr Marks() {
    of[uint8_t('"')] = quote;
    of[uint8_t('[')] = of[uint8_t('{')] = opening;
    of[uint8_t(']')] = of[uint8_t('}')] = closing;
  }
};

constexpr Marks marks;

bool ends_word(uint8_t byte) {
  return is_blank(byte) || byte == ',' || byte == ':' || byte == '"' || marks.of[byte] > quote;
}

bool begins_value(uint8_t byte) {
  return byte == '"' || marks.of[byte] == opening || !ends_word(byte);
}

// Returns true if eight bytes contain a quote or a backslash.
bool holds_end(const uint8_t *bytes) {
  constexpr uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  uint64_t quotes = word ^ (ones * '"'), slashes = word ^ (ones * '\\');
  return (((quotes - ones) & ~quotes) | ((slashes - ones) & ~slashes)) & highs;
}

class Splitter {
 public:
  Splitter(mocoa_split &split, const uint8_t *bytes, size_t length)
    : split(split), base(split.offset), begin(bytes), p(bytes), end(bytes + length) {}

  size_t run(mocoa_child *children, size_t capacity) {
    size_t count = 0;
    while (p < end && count < capacity && !split.is_wrong && !is_paused) {
      if (split.state == mocoa_split_closed) break;
      bool has_child = step();
      if (has_child) children[count++] = split.child;
    }
    split.offset = place();
    return count;
  }

 private:
  mocoa_split &split;
  const uint64_t base;
  const uint8_t *begin, *p, *end;
  bool is_paused = false;

  uint64_t place() const { return base + uint64_t(p - begin); }

  bool wrong() {
    split.is_wrong = 1;
    return false;
  }

  // Continues in the current state of the split. Returns true if a child ended.
  bool step() {
    switch (split.state) {
      case mocoa_split_name: return in_name();
      case mocoa_split_string: return in_string() && ended();
      case mocoa_split_container: return in_container();
      case mocoa_split_word: return in_word();
      default: break;
    }
    while (p < end && is_blank(*p)) p++;
    if (p == end) return false;
    switch (split.state) {
      case mocoa_split_opening: return open();
      case mocoa_split_first:
        if (*p == (split.is_object ? '}' : ']')) return close();
        return child();
      case mocoa_split_next: return child();
      case mocoa_split_colon:
        if (*p != ':') return wrong();
        p++;
        split.state = mocoa_split_value;
        return false;
      case mocoa_split_value: return value();
      case mocoa_split_separator:
        if (*p == (split.is_object ? '}' : ']')) return close();
        if (*p != ',') return wrong();
        p++;
        split.state = mocoa_split_next;
        return false;
      default: return false;
    }
  }

  bool open() {
    if (split.is_sequence) {
      split.state = mocoa_split_next;
      return false;
    }
    if (*p != '[' && *p != '{') return wrong();
    split.is_object = *p == '{';
    split.state = mocoa_split_first;
    p++;
    return false;
  }

  bool close() {
    p++;
    split.state = mocoa_split_closed;
    return false;
  }

  bool child() {
    split.child.start = place();
    if (!split.is_object) {
      if (!begins_value(*p)) return wrong();
      split.state = mocoa_split_value;
      return value();
    }
    if (*p != '"') return wrong();
    p++;
    split.state = mocoa_split_name;
    split.is_escaped = 0;
    return false;
  }

  bool in_name() {
    if (in_string()) split.state = mocoa_split_colon;
    return false;
  }

  bool value() {
    split.child.value = place();
    if (split.pause == mocoa_split_pause_wanted) {
      split.pause = mocoa_split_paused;
      is_paused = true;
      return false;
    }
    if (split.pause == mocoa_split_paused) split.pause = mocoa_split_pause_wanted;
    switch (*p) {
      case '"':
        p++;
        split.state = mocoa_split_string;
        split.is_escaped = 0;
        return false;
      case '[': case '{':
        p++;
        split.state = mocoa_split_container;
        split.depth = 1;
        split.in_string = split.is_escaped = 0;
        return false;
      default:
        if (!begins_value(*p)) return wrong();
        split.state = mocoa_split_word;
        return false;
    }
  }

  // Continues to read a string. Returns true after its closing quote.
  bool in_string() {
    if (split.is_escaped && p < end) {
      p++;
      split.is_escaped = 0;
    }
    while (p < end) {
      while (end - p >= 8 && !holds_end(p)) p += 8;
      for (; p < end; p++) {
        if (*p == '"') {
          p++;
          return true;
        }
        if (*p == '\\') break;
      }
      if (p == end) break;
      p++;
      if (p == end) {
        split.is_escaped = 1;
        break;
      }
      p++;
    }
    return false;
  }

  bool in_container() {
    while (p < end) {
      if (split.in_string) {
        if (!in_string()) return false;
        split.in_string = 0;
        continue;
      }
      switch (marks.of[*p++]) {
        case quote: split.in_string = 1; break;
        case opening: split.depth++; break;
        case closing:
          if (--split.depth == 0) return ended();
          break;
        default: break;
      }
    }
    return false;
  }

  bool in_word() {
    while (p < end && !ends_word(*p)) p++;
    return p < end && ended();
  }

  bool ended() {
    split.child.end = place();
    split.state = split.is_sequence ? mocoa_split_next : mocoa_split_separator;
    return true;
  }
};

// Returns the length of a name with its quotes. The value of the name begins at `end`.
size_t string_length(const uint8_t *name, const uint8_t *end) {
  const uint8_t *p = name + 1;
  while (p < end && *p != '"') p += *p == '\\' ? 2 : 1;
  return p < end ? size_t(p - name) + 1 : size_t(end - name);
}

// Returns true if the bytes of adjacent children, enclosed in brackets, are valid JSON.
bool are_valid(const uint8_t *bytes, size_t length, mocoa_children form, size_t deepest) {
  bool are_members = form == mocoa_members;
  size_t size = length + 2;
  std::unique_ptr<uint8_t[]> copy(new (std::nothrow) uint8_t[size + SIMDJSON_PADDING]);
  if (!copy) return false;
  copy[0] = are_members ? '{' : '[';
  std::memcpy(copy.get() + 1, bytes, length);
  copy[length + 1] = are_members ? '}' : ']';
  std::memset(copy.get() + size, ' ', SIMDJSON_PADDING);
  Parser parser;
  Walk<Nowhere> walk{{}, copy.get() + size, deepest + 1};
  return walk.container(parser.shared, copy.get(), size) == SUCCESS;
}

}  // namespace

size_t mocoa_split_children(
  mocoa_split *split, const uint8_t *bytes, size_t length, mocoa_child *children,
  size_t capacity) {
  return Splitter(*split, bytes, length).run(children, capacity);
}

size_t mocoa_index_children(
  const mocoa_line_rule *rule, const uint8_t *bytes, size_t length, uint64_t base,
  uint64_t position, const mocoa_child *children, size_t count, mocoa_children form,
  size_t deepest, mocoa_line_entry *entries) {
  if (count == 0) return 0;
  {
    Parser parser;
    Indexer indexer(*rule, parser.shared, bytes + length);
    for (size_t i = 0; i < count; i++) {
      const mocoa_child &child = children[i];
      Span value{bytes + (child.value - base), size_t(child.end - child.value)};
      entries[i] = indexer.entry(value, child.start, position + i);
      if (form != mocoa_members) continue;
      const uint8_t *name = bytes + (child.start - base);
      size_t size = string_length(name, bytes + (child.value - base));
      entries[i].id_hash = indexer.content_hash({name, size});
    }
  }
  const uint8_t *first = bytes + (children[0].start - base);
  size_t whole = size_t(children[count - 1].end - children[0].start);
  if (form != mocoa_values && are_valid(first, whole, form, deepest)) return count;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *child = bytes + (children[i].start - base);
    size_t size = size_t(children[i].end - children[i].start);
    if (!are_valid(child, size, form, deepest)) return i;
  }
  return count;
}
