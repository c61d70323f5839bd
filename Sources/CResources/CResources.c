#include "CResources.h"

static const uint8_t music[] = {
#embed "../../Resources/Data/music.json"
};

const uint8_t *mocoa_music_bytes(void) { return music; }

size_t mocoa_music_size(void) { return sizeof music; }
