#pragma once
/* What Swift cannot do to have a command run for as long as this program wants it, and no longer. */

#include <sys/types.h>

/* Starts a command, which is looked for in PATH: in a session of its own, so that it has no terminal
   it could read keys from or write to; with these three descriptors, which are above 2, and no
   others; and with all signals as they are by default.

   `posix_spawn` cannot ask for the one thing that matters: that the command is killed when the thread
   that started it ends, so that not even a crash of this program leaves it running. That thread
   has to stay until the command has ended.

   Returns its process, which is the number of its process group too; -1 where it cannot be started,
   and why in `failure`. */
pid_t mocoa_command_start(char *_Nullable const *_Nonnull words, int input, int output, int errors,
                          int *_Nonnull failure);

/* A descriptor that is readable when a command has ended; -1 where the system has no such. It exists
   because Swift cannot call `syscall`, and glibc has no other name for this before 2.36. */
int mocoa_command_handle(pid_t process);

/* Whether a command has ended, and waits to be buried: so its number is still its own. It exists
   because Swift sees nothing of `siginfo_t`. */
int mocoa_command_has_ended(pid_t process);

/* Kills a command, if it has not ended, and what it has left running in its group; then waits for it.
   It exists because `exit` must not kill a group whose number belongs to somebody else by now.

   Returns its exit status, or -n where signal n ended it. */
int mocoa_command_bury(pid_t process);

/* Starts a command that has the terminal for itself until it ends: in a process group of its own, which is the
   terminal's foreground, so that ^C and ^Z are for the command alone; with `input`, which is the terminal or a pipe, as
   its standard input, the terminal as its other streams, and all signals as they are by default. It hears SIGHUP when
   this program ends before it. It inherits the descriptor `kept` as its number 3, unless that is -1.
   `posix_spawn` can give the terminal away only from glibc 2.35 on.

   Returns its process; -1 where it cannot be started, and why in `failure`. */
pid_t mocoa_foreground_start(char *_Nullable const *_Nonnull words, int terminal, int input,
                             int kept, int *_Nonnull failure);

/* Waits until such a command has ended or was stopped, and makes this program's group the foreground again. It exists
   because Swift does not see the macros that read what `waitpid` tells.

   When `end_request` becomes readable, or the terminal is gone, the command is hung up; see below.

   Returns its exit status, -n where signal n ended it, mocoa_foreground_stopped, or mocoa_foreground_left. */
int mocoa_foreground_wait(pid_t process, int terminal, int end_request);
enum { mocoa_foreground_stopped = 1000, mocoa_foreground_left = 1001 };

/* Tells such a command that the terminal is gone, which ends editors in order, and gives it a second for that. One that
   goes on after it is left alone. */
void mocoa_foreground_hang_up(pid_t process);

/* Gives the terminal to a command that was stopped, and has it go on. */
void mocoa_foreground_continue(pid_t process, int terminal);

/* Has a write to a pipe that nobody reads fail, on this thread, instead of ending the program: Swift sees no
   `sigset_t` functions on every system, and a thread is all that should be deaf. */
void mocoa_ignore_broken_pipes(void);
