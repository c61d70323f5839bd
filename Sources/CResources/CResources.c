#include "CResources.h"

static const uint8_t music[] = {
#embed "../../Resources/Data/music.json"
};

static const uint8_t contacts[] = {
#embed "../../Resources/Data/contacts.json"
};

const uint8_t *mocoa_music_bytes(void) { return music; }

size_t mocoa_music_size(void) { return sizeof music; }

const uint8_t *mocoa_contacts_bytes(void) { return contacts; }

size_t mocoa_contacts_size(void) { return sizeof contacts; }
