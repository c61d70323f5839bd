#include "CResources.h"

static const uint8_t music[] = {
#embed "../../Resources/Data/music.json"
};

static const uint8_t contacts[] = {
#embed "../../Resources/Data/contacts.json"
};

static const uint8_t planets[] = {
#embed "../../Resources/Data/planets.json"
};

static const uint8_t planets_module[] = {
#embed "../../Resources/Modules/planets.json"
};

static const uint8_t journal_module[] = {
#embed "../../Resources/Modules/journal.json"
};

static const uint8_t chinese[] = {
#embed "../../Resources/Languages/zh.json"
};

const uint8_t *mocoa_music_bytes(void) { return music; }

size_t mocoa_music_size(void) { return sizeof music; }

const uint8_t *mocoa_contacts_bytes(void) { return contacts; }

size_t mocoa_contacts_size(void) { return sizeof contacts; }

const uint8_t *mocoa_planets_bytes(void) { return planets; }

size_t mocoa_planets_size(void) { return sizeof planets; }

const uint8_t *mocoa_planets_module_bytes(void) { return planets_module; }

size_t mocoa_planets_module_size(void) { return sizeof planets_module; }

const uint8_t *mocoa_journal_module_bytes(void) { return journal_module; }

size_t mocoa_journal_module_size(void) { return sizeof journal_module; }

const uint8_t *mocoa_chinese_bytes(void) { return chinese; }

size_t mocoa_chinese_size(void) { return sizeof chinese; }

static const uint8_t blue_orange_light_theme[] = {
#embed "../../Resources/Themes/blue-orange-light.json"
};

static const uint8_t blue_orange_dark_theme[] = {
#embed "../../Resources/Themes/blue-orange-dark.json"
};

static const uint8_t default_dark_theme[] = {
#embed "../../Resources/Themes/default-dark.json"
};

static const uint8_t default_light_theme[] = {
#embed "../../Resources/Themes/default-light.json"
};

static const uint8_t high_contrast_theme[] = {
#embed "../../Resources/Themes/high-contrast.json"
};

static const uint8_t mono_theme[] = {
#embed "../../Resources/Themes/mono.json"
};

static const uint8_t terminal_theme[] = {
#embed "../../Resources/Themes/terminal.json"
};

#define THEME(name, bytes) {name, bytes, sizeof bytes}
static const struct mocoa_theme themes[] = {
  THEME("blue-orange-dark", blue_orange_dark_theme),
  THEME("blue-orange-light", blue_orange_light_theme),
  THEME("default-dark", default_dark_theme),
  THEME("default-light", default_light_theme),
  THEME("high-contrast", high_contrast_theme),
  THEME("mono", mono_theme),
  THEME("terminal", terminal_theme),
};

size_t mocoa_theme_count(void) { return sizeof themes / sizeof *themes; }

struct mocoa_theme mocoa_theme(size_t place) { return themes[place]; }
