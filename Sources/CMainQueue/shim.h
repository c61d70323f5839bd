#pragma once
// What libdispatch offers to who has a loop of his own on the main thread, and declares nowhere:
// CoreFoundation's run loop is made of it.

/// A descriptor that is readable when the main queue has something to do.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does what the main queue has to do; on the main thread.
void _dispatch_main_queue_callback_4CF(void *_Nullable message);
