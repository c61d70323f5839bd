#include "CAllocations.h"

#include <stddef.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// Sanitizers replace malloc themselves.
long mocoa_allocation_count(void) { return -1; }
#else
extern void *__libc_malloc(size_t size);

static _Thread_local long count;

/// Replaces malloc of the C library, and calls it.
void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

long mocoa_allocation_count(void) { return count; }
#endif
