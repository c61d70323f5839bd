// The inclusion of simdjson that all files of this target use.
#pragma once

// Without this definition, simdjson's assertions would be part of an optimized build.
#if defined(__OPTIMIZE__) && !defined(NDEBUG)
#define NDEBUG
#endif

#include <simdjson.h>
