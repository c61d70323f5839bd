#pragma once
#include <stdint.h>
/* The two ends of a program's loop: where work comes from, and how it ends. */

/* A descriptor that is readable when the main queue has something to do. libdispatch offers this to
   who has a loop of his own on the main thread, and declares it nowhere: CoreFoundation's run loop
   is made of it. */
int _dispatch_get_main_queue_handle_4CF(void);

/* Does what the main queue has to do; on the main thread. */
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

/* Sees to it that nobody waits while the kernel takes this program apart. To close an inotify
   descriptor takes it up to 20 ms, to free the memory of a million records some more, and the shell
   would wait for both. A child that shares memory and descriptors is left behind for that, and ends
   when this program is gone; where there can be no child, only the time is lost. Call `quick_exit` next. */
void mocoa_leave_cleaning_behind(void);

/* Waits until the main queue has something to do, at most so many nanoseconds; -1 for ever. Returns whether it has. It
   exists because Swift does not see `ppoll`, and `poll` counts in milliseconds. */
int mocoa_wait_for_main_queue(int queue, int64_t nanoseconds);
