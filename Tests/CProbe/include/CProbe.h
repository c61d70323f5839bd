#pragma once

/* Has this program end with whoever has started it, in every way that can end. prctl is variadic, which
   Swift cannot call. The kernel tells the end of the thread that has started it as well, so that the
   parent is looked at before anything is done. */
void mocoa_end_with_parent(void);
