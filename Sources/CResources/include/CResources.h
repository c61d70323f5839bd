#pragma once
// The files of Resources/, compiled into the program. A program in one file needs no installed
// data. The resource bundles of SwiftPM would link Foundation and contain an absolute path.

#include <stddef.h>
#include <stdint.h>

/// Returns the bytes of Resources/Data/music.json.
///
/// It is a function because Swift imports C arrays as tuples.
const uint8_t *_Nonnull mocoa_music_bytes(void);

/// Returns the size of Resources/Data/music.json in bytes.
size_t mocoa_music_size(void);

/// Returns the bytes of Resources/Data/contacts.json.
const uint8_t *_Nonnull mocoa_contacts_bytes(void);

/// Returns the size of Resources/Data/contacts.json in bytes.
size_t mocoa_contacts_size(void);

/// Returns the bytes of Resources/Data/planets.json.
const uint8_t *_Nonnull mocoa_planets_bytes(void);

/// Returns the size of Resources/Data/planets.json in bytes.
size_t mocoa_planets_size(void);

/// Returns the bytes of Resources/Modules/planets.json.
const uint8_t *_Nonnull mocoa_planets_module_bytes(void);

/// Returns the size of Resources/Modules/planets.json in bytes.
size_t mocoa_planets_module_size(void);

/// Returns the bytes of Resources/Modules/journal.json.
const uint8_t *_Nonnull mocoa_journal_module_bytes(void);

/// Returns the size of Resources/Modules/journal.json in bytes.
size_t mocoa_journal_module_size(void);

/// Returns the bytes of Resources/Languages/zh.json.
const uint8_t *_Nonnull mocoa_chinese_bytes(void);

/// Returns the size of Resources/Languages/zh.json in bytes.
size_t mocoa_chinese_size(void);

/// A theme of Resources/Themes: its name and the bytes of its file.
struct mocoa_theme {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t size;
};

/// Returns the number of files in Resources/Themes.
size_t mocoa_theme_count(void);

/// Returns the theme at an index, which must be below `mocoa_theme_count()`.
struct mocoa_theme mocoa_theme(size_t place);
