#pragma once

/* Ends this process when its parent process ends, for any reason. This is C code because prctl is
   variadic, and Swift cannot call variadic functions. The kernel also sends the signal when only
   the thread that started this process ends. The handler therefore checks first whether the parent
   has changed. */
void mocoa_end_with_parent(void);
