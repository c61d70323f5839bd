// simdjson, as every file here includes it.
#pragma once

// Without it, simdjson's assertions would stay in an optimized build.
#if defined(__OPTIMIZE__) && !defined(NDEBUG)
#define NDEBUG
#endif

#include <simdjson.h>
