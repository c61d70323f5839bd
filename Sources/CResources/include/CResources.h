#pragma once
// Files of Resources/, compiled in: a program that is one file needs no installed data, and SwiftPM's
// own resource bundles would bring Foundation and an absolute path into it.

#include <stddef.h>
#include <stdint.h>

/// The bytes of Resources/Data/music.json; a function, because C arrays import as tuples.
const uint8_t *_Nonnull mocoa_music_bytes(void);

/// The number of those bytes.
size_t mocoa_music_size(void);

/// The bytes of Resources/Data/contacts.json.
const uint8_t *_Nonnull mocoa_contacts_bytes(void);

/// The number of those bytes.
size_t mocoa_contacts_size(void);

/// The bytes of Resources/Data/planets.json.
const uint8_t *_Nonnull mocoa_planets_bytes(void);

/// The number of those bytes.
size_t mocoa_planets_size(void);

/// The bytes of Resources/Modules/planets.json.
const uint8_t *_Nonnull mocoa_planets_module_bytes(void);

/// The number of those bytes.
size_t mocoa_planets_module_size(void);

/// The bytes of Resources/Modules/journal.json.
const uint8_t *_Nonnull mocoa_journal_module_bytes(void);

/// The number of those bytes.
size_t mocoa_journal_module_size(void);

/// The bytes of Resources/Languages/zh.json.
const uint8_t *_Nonnull mocoa_chinese_bytes(void);

/// The number of those bytes.
size_t mocoa_chinese_size(void);

/// A theme: what it is called, and the bytes of its file.
struct mocoa_theme {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t size;
};

/// The number of files in Resources/Themes.
size_t mocoa_theme_count(void);

/// One of them.
struct mocoa_theme mocoa_theme(size_t place);
