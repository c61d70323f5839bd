#pragma once

/// Returns how often this thread has called malloc, or -1 if a sanitizer replaces malloc. Tests use
/// it for code that must not allocate memory, because Swift does not report allocations.
long mocoa_allocation_count(void);
