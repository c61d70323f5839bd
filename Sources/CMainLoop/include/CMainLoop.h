#pragma once
#include <stdint.h>
/* The start and the end of a program's run loop: how it receives work and how it exits. */

/* Returns a descriptor that is readable when the main queue has work. libdispatch provides it
   for custom run loops on the main thread, such as that of CoreFoundation, but does not declare
   it. */
int _dispatch_get_main_queue_handle_4CF(void);

/* Runs the pending work of the main queue. Must be called on the main thread. */
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

/* Lets the program exit before the kernel has released its resources. Closing an inotify
   descriptor takes up to 20 ms, and freeing the memory of a million records takes more; the
   shell would wait for both. This function starts a child that shares memory and descriptors and
   ends after the program. If no child can be started, only that time is lost. Call `quick_exit`
   next. */
void mocoa_leave_cleaning_behind(void);

/* Waits until the main queue has work, at most `nanoseconds`, or without a limit if the value is
   negative. Returns 1 if the queue has work, otherwise 0. It exists because Swift does not
   import `ppoll`, and `poll` has a resolution of milliseconds. */
int mocoa_wait_for_main_queue(int queue, int64_t nanoseconds);
