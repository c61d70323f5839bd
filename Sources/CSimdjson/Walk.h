// A traversal of every value of a text, and the sinks that receive its events.
#pragma once
#include <cstring>
#include <vector>

#include "CSimdjson.h"
#include "Number.h"
#include "Simdjson.h"

namespace mocoa {

using namespace simdjson;

// A sink that ignores all events, for a traversal that only validates a text.
struct Nowhere {
  static constexpr bool wants_values = false;
  void put(mocoa_json_kind) {}
  void put(mocoa_json_kind, const void *, size_t) {}
  void put(int64_t) {}
  void put(double) {}
  size_t begin(mocoa_json_kind) { return 0; }
  void end(mocoa_json_kind, size_t, size_t) {}
};

// A sink that collects events. If memory is exhausted, the program ends, as everywhere in Swift.
struct Collector {
  static constexpr bool wants_values = true;
  std::vector<mocoa_json_event> &events;

  void put(mocoa_json_kind kind) { put(kind, nullptr, 0); }

  void put(mocoa_json_kind kind, const void *text, size_t length) {
    mocoa_json_event event{};
    event.kind = kind;
    event.text = static_cast<const uint8_t *>(text);
    event.number.length = length;
    events.push_back(event);
  }

  void put(int64_t integer) {
    mocoa_json_event event{};
    event.kind = mocoa_json_int;
    event.number.integer = integer;
    events.push_back(event);
  }

  void put(double real) {
    mocoa_json_event event{};
    event.kind = mocoa_json_double;
    event.number.real = real;
    events.push_back(event);
  }

  size_t begin(mocoa_json_kind kind) {
    put(kind);
    return events.size() - 1;
  }

  // Stores the number of values in the event that began the container.
  void end(mocoa_json_kind kind, size_t began, size_t count) {
    events[began].number.length = count;
    put(kind);
  }
};

// Visits every value, because the on-demand interface validates only visited values. The recursion
// stops at depth `deepest`.
template <typename Sink>
struct Walk {
  Sink sink;
  const uint8_t *end;
  size_t deepest;
  bool too_deep = false;

  // Reads a number. If `value` is not read here, simdjson skips it before the next value.
  error_code number(ondemand::value &value) {
    const auto *text = reinterpret_cast<const uint8_t *>(value.raw_json_token().data());
    size_t length = number_length(text, end);
    if (length == 0) return NUMBER_ERROR;
    if (!Sink::wants_values) return SUCCESS;
    bool whole = true, zero = true;
    size_t digits = 0, i = 0;
    // A number is plain if its double value is written with the same characters as in the text. All
    // other fractions are stored as their digits.
    bool plain = text[length - 1] != '0' && !small(text, length);
    int64_t integer = 0;
    for (; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
      if (text[i] == '.') {
        whole = false;
      } else if (text[i] != '-') {
        digits++;
        zero = zero && text[i] == '0';
        if (digits <= 18) integer = integer * 10 + (text[i] - '0');
      }
    }
    whole = whole && i == length;
    double real;
    plain = plain && i == length;
    if (whole && zero && *text == '-') {
      sink.put(mocoa_json_long_number, text, length);
    } else if (whole && digits <= 18) {
      sink.put(*text == '-' ? -integer : integer);
    } else if (whole && value.get_int64().get(integer) == SUCCESS) {
      sink.put(integer);
    } else if (
      // The on-demand interface of simdjson 3.0.1 reads 0.12345678901234567890 as 0.0000001, so it
      // does not get numbers with more digits than 64 bits hold. A double with up to 15 digits is
      // written with the same digits again.
      !whole && plain && digits <= 15 && value.get_double().get(real) == SUCCESS) {
      sink.put(real);
    } else {
      sink.put(mocoa_json_long_number, text, length);
    }
    return SUCCESS;
  }

  // Returns true if a number is below 0.001, because it may be written with an exponent.
  static bool small(const uint8_t *text, size_t length) {
    const size_t start = *text == '-' ? 1 : 0;
    return length >= start + 5 && std::memcmp(text + start, "0.000", 5) == 0;
  }

  error_code list(ondemand::value &value, size_t depth) {
    ondemand::array array;
    SIMDJSON_TRY(value.get_array().get(array));
    size_t began = sink.begin(mocoa_json_list), count = 0;
    for (auto element : array) {
      ondemand::value item;
      SIMDJSON_TRY(element.get(item));
      SIMDJSON_TRY(visit(item, depth + 1));
      count++;
    }
    sink.end(mocoa_json_list_end, began, count);
    return SUCCESS;
  }

  error_code object(ondemand::value &value, size_t depth) {
    ondemand::object object;
    SIMDJSON_TRY(value.get_object().get(object));
    size_t began = sink.begin(mocoa_json_object), count = 0;
    for (auto element : object) {
      ondemand::field field;
      SIMDJSON_TRY(std::move(element).get(field));
      std::string_view name;
      SIMDJSON_TRY(field.unescaped_key().get(name));
      sink.put(mocoa_json_name, name.data(), name.size());
      ondemand::value item = field.value();
      SIMDJSON_TRY(visit(item, depth + 1));
      count++;
    }
    sink.end(mocoa_json_object_end, began, count);
    return SUCCESS;
  }

  // Visits a value. `depth` is the number of enclosing containers.
  error_code visit(ondemand::value &value, size_t depth) {
    ondemand::json_type type;
    SIMDJSON_TRY(value.type().get(type));
    switch (type) {
      case ondemand::json_type::array:
      case ondemand::json_type::object:
        if (depth >= deepest) {
          too_deep = true;
          return DEPTH_ERROR;
        }
        return type == ondemand::json_type::array ? list(value, depth) : object(value, depth);
      case ondemand::json_type::number:
        return number(value);
      case ondemand::json_type::string: {
        std::string_view text;
        SIMDJSON_TRY(value.get_string().get(text));
        sink.put(mocoa_json_text, text.data(), text.size());
        return SUCCESS;
      }
      case ondemand::json_type::boolean: {
        bool truth;
        SIMDJSON_TRY(value.get_bool().get(truth));
        sink.put(truth ? mocoa_json_true : mocoa_json_false);
        return SUCCESS;
      }
      case ondemand::json_type::null: {
        bool null;
        SIMDJSON_TRY(value.is_null().get(null));
        if (!null) return N_ATOM_ERROR;
        sink.put(mocoa_json_null);
        return SUCCESS;
      }
    }
    return UNEXPECTED_ERROR;
  }

  // Opens a text that is followed by the number of bytes that the parser may read beyond its end.
  error_code open(ondemand::parser &parser, const uint8_t *text, size_t length,
                         ondemand::document &document) {
    SIMDJSON_TRY(parser.allocate(length, deepest + 8));
    return parser.iterate(text, length, length + SIMDJSON_PADDING).get(document);
  }

  // Visits a text that is one list or object without surrounding whitespace.
  error_code container(ondemand::parser &parser, const uint8_t *text, size_t length) {
    ondemand::document document;
    SIMDJSON_TRY(open(parser, text, length, document));
    ondemand::value value;
    SIMDJSON_TRY(document.get_value().get(value));
    SIMDJSON_TRY(visit(value, 0));
    return document.current_location().error() == OUT_OF_BOUNDS ? SUCCESS : TRAILING_CONTENT;
  }

  // Visits a text that is enclosed in brackets. The resulting list must have exactly one element.
  error_code root(ondemand::parser &parser, const uint8_t *wrapped, size_t length) {
    ondemand::document document;
    SIMDJSON_TRY(open(parser, wrapped, length, document));
    ondemand::array array;
    SIMDJSON_TRY(document.get_array().get(array));
    size_t count = 0;
    for (auto element : array) {
      ondemand::value value;
      SIMDJSON_TRY(element.get(value));
      if (++count > 1) return TRAILING_CONTENT;
      SIMDJSON_TRY(visit(value, 0));
    }
    if (count == 0) return EMPTY;
    // This version of simdjson has no other indication of the end.
    return document.current_location().error() == OUT_OF_BOUNDS ? SUCCESS : TRAILING_CONTENT;
  }
};

}  // namespace mocoa
