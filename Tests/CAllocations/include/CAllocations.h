#pragma once

/// How often this thread has asked for memory; -1 where nobody counts. Swift has no way to ask; a promise
/// to allocate nothing is tested with it.
long mocoa_allocation_count(void);
