#pragma once
/* Running a command for as long as this program wants it, and never longer. */

#include <sys/types.h>

/* Starts a command, which is looked for in PATH, in a process group of its own, with these three
   descriptors and no others, and all signals as they are by default.

   `posix_spawn` has no way to ask for the one thing that matters here: that the command is killed
   when the thread that started it ends, so that not even a crash leaves it running.

   Returns -1 where it cannot be started, and why in `failure`. */
pid_t mocoa_command_start(char *_Nullable const *_Nonnull arguments, int input, int output,
                          int errors, int *_Nonnull failure);

/* Waits for a command that has ended; `handle` becomes readable then. Swift cannot call a function
   that has only a number, and glibc gives this one no name before 2.36. Returns -1 where the system
   has no such handles. */
int mocoa_command_handle(pid_t process);

/* Takes note of how a command ended, without waiting where `waits` is 0. Returns whether it has; the
   status is the exit status, or -n for signal n. */
int mocoa_command_end(pid_t process, int waits, int *_Nonnull status);

/* Asks a command and all that it has started to end, or has them end. */
void mocoa_command_ask(pid_t process);
void mocoa_command_kill(pid_t process);
