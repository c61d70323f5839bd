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
