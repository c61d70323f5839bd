#pragma once
#include <stdint.h>
/* Functions for the run loop of a program: to receive work of the main queue, and to exit fast. */

/* Returns a descriptor that is readable when the main queue has work. libdispatch provides it
   for custom run loops on the main thread, such as that of CoreFoundation, but does not declare
   it. */
int _dispatch_get_main_queue_handle_4CF(void);

/* Runs the pending work of the main queue. Must be called on the main thread. */
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

/* Lets the program exit before the kernel has released its memory and descriptors, so that the
   shell does not wait for their release. Closing an inotify descriptor takes up to 20 ms, and
   freeing the memory of a million records takes more. This function starts a child that shares the
   memory and the descriptors and ends after the program. If no child can be started, the shell
   waits for the release. Call `quick_exit` next. */
void mocoa_leave_cleaning_behind(void);

/* Waits until the main queue has work, at most `nanoseconds`, or without a limit if that is
   negative. Returns 1 if the queue has work, otherwise 0. The function exists because Swift does
   not import `ppoll`, and `poll` has a resolution of milliseconds. */
int mocoa_wait_for_main_queue(int queue, int64_t nanoseconds);
