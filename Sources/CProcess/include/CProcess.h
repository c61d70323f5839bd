#pragma once
/* Process functions that Swift cannot express: they tie the life of a command to this program. */

#include <sys/types.h>

/* Starts a command, searched in PATH, in its own session, so that it has no terminal for reading
   keys or writing. The command gets only these three descriptors, which must be above 2, and the
   default signal handlers.

   `posix_spawn` cannot request that the command is killed when the thread that started it ends,
   so that not even a crash of this program leaves it running. The starting thread must therefore
   live until the command has ended.

   Returns the process, which is also the number of its process group. If the command cannot be
   started, returns -1 and stores the error number in `failure`. */
pid_t mocoa_command_start(char *_Nullable const *_Nonnull words, int input, int output, int errors,
                          int *_Nonnull failure);

/* Returns a descriptor that is readable when a command has ended, or -1 if the system does not
   support it. It exists because Swift cannot call `syscall`, and glibc declares the function
   only from 2.36. */
int mocoa_command_handle(pid_t process);

/* Returns 1 if a command has ended, or if it is not a child of this program. The process number
   of an ended command stays valid until `mocoa_command_bury` is called. It exists because Swift
   does not import the fields of `siginfo_t`. */
int mocoa_command_has_ended(pid_t process);

/* Kills a command that has not ended and the processes that remain in its group, then waits for
   the command. It exists because `exit` must not kill a group whose number was reused by another
   process.

   Returns the exit status, or -n if signal n ended the command. */
int mocoa_command_bury(pid_t process);

/* Starts a command that has the terminal for itself until it ends: in a process group of its own, which is the
   terminal's foreground, so that ^C and ^Z are for the command alone; with `input`, which is the terminal or a pipe, as
   its standard input, the terminal as its other streams, and all signals as they are by default. It hears SIGHUP when
   this program ends before it. It inherits the descriptor `kept` as its number 3, unless that is -1.
   `posix_spawn` can give the terminal away only from glibc 2.35 on.

   Returns the process. If the command cannot be started, returns -1 and stores the error number
   in `failure`. */
pid_t mocoa_foreground_start(char *_Nullable const *_Nonnull words, int terminal, int input,
                             int kept, int *_Nonnull failure);

/* Waits until such a command ends or stops, then makes the group of this program the foreground
   group. It exists because Swift does not import the macros that decode the status of `waitpid`.

   If `end_request` becomes readable or the terminal is closed, the command is hung up with
   `mocoa_foreground_hang_up`.

   Returns the exit status, -n if signal n ended the command, mocoa_foreground_stopped, or
   mocoa_foreground_left. */
int mocoa_foreground_wait(pid_t process, int terminal, int end_request);
enum { mocoa_foreground_stopped = 1000, mocoa_foreground_left = 1001 };

/* Sends SIGHUP to such a command, which makes editors exit properly, and waits up to one second.
   A command that continues after that is left running. */
void mocoa_foreground_hang_up(pid_t process);

/* Makes a stopped command the foreground group of the terminal, and continues it. */
void mocoa_foreground_continue(pid_t process, int terminal);

/* Makes writes to a pipe without a reader fail on this thread instead of ending the program. It
   exists because Swift does not import the `sigset_t` functions on every system. Only the
   calling thread blocks SIGPIPE. */
void mocoa_ignore_broken_pipes(void);
