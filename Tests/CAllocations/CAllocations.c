#include "CAllocations.h"

#include <stddef.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// Sanitizers have a malloc of their own.
long mocoa_allocation_count(void) { return -1; }
#else
extern void *__libc_malloc(size_t size);

static _Thread_local long count;

/// In place of the C library's, which it calls.
void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

long mocoa_allocation_count(void) { return count; }
#endif
