#pragma once
/* Functions that start commands and end them together with this program. They are written in C,
   because Swift cannot call `vfork`, variadic functions and some macros. */

#include <sys/types.h>

/* Starts a background command, which is searched in PATH. The command gets a new session without a
   terminal, so it can neither read keys nor write to the screen. It inherits only the three
   descriptors, which must be above 2, and has the default signal handlers.

   The kernel kills the command when the thread that started it ends, so that not even a crash of
   this program leaves the command running. That thread must therefore live until the command has
   ended. `posix_spawn` cannot request this from the kernel.

   Returns the process ID, which is also the ID of its process group. If the command cannot be
   started, returns -1 and stores the error number in `failure`. */
pid_t mocoa_command_start(char *_Nullable const *_Nonnull words, int input, int output, int errors,
                          int *_Nonnull failure);

/* Returns a descriptor that is readable when a command has ended, or -1 if the system does not
   support such descriptors. The function exists because Swift cannot call `syscall`, and glibc
   declares `pidfd_open` only from 2.36. */
int mocoa_command_handle(pid_t process);

/* Returns 1 if a command has ended, or if it is not a child of this program. The process ID of an
   ended command is not reused until `mocoa_command_bury` is called. The function exists because
   Swift does not import the fields of `siginfo_t`. */
int mocoa_command_has_ended(pid_t process);

/* Kills a background command, if it still runs, and the processes that remain in its group. Then
   waits for the command. The command is first removed from the commands that `exit` ends, because
   its process ID can be reused by another group after the wait.

   Returns the exit status, or -n if signal n ended the command. */
int mocoa_command_bury(pid_t process);

/* Starts a foreground command, which controls the terminal until it ends or stops. The command gets
   a new process group, which becomes the foreground group of the terminal, so that ^C and ^Z signal
   only the command. Its standard input is `input`, the terminal or a pipe. Its output and error
   stream are the terminal. It inherits the descriptor `kept` as descriptor 3, unless `kept` is -1,
   and has the default signal handlers. The kernel sends SIGHUP to the command if this program ends
   first. `posix_spawn` can change the foreground group only from glibc 2.35.

   Returns the process ID. If the command cannot be started, returns -1 and stores the error number
   in `failure`. */
pid_t mocoa_foreground_start(char *_Nullable const *_Nonnull words, int terminal, int input,
                             int kept, int *_Nonnull failure);

/* Waits until a foreground command ends or stops, then makes the group of this program the
   foreground group of the terminal. The function exists because Swift does not import the macros
   that decode the status of `waitpid`.

   If the descriptor `end_request` becomes readable or the terminal is closed, the command is ended
   with `mocoa_foreground_hang_up`.

   Returns the exit status, -n if signal n ended the command, mocoa_foreground_stopped if the
   command stopped, or mocoa_foreground_left after `mocoa_foreground_hang_up`. */
int mocoa_foreground_wait(pid_t process, int terminal, int end_request);
enum { mocoa_foreground_stopped = 1000, mocoa_foreground_left = 1001 };

/* Sends SIGHUP to a foreground command, after which editors save their text, and waits up to one
   second for its end. A command that has not ended then is left running. */
void mocoa_foreground_hang_up(pid_t process);

/* Makes the group of a stopped foreground command the foreground group again, and continues it. */
void mocoa_foreground_continue(pid_t process, int terminal);

/* Holds SIGINT and SIGQUIT until `mocoa_foreground_forward_signals`. While the group of this program
   is the foreground group of the terminal, ^C and ^\ send them to this program, although the user
   means the command. Only one thread may run a foreground command. */
void mocoa_foreground_hold_signals(void);

/* Restores the handlers of the held signals. Sends the signals of keys to a foreground command, and
   the signals of processes to this program. */
void mocoa_foreground_forward_signals(pid_t process);

/* Blocks SIGPIPE on the calling thread, so that a write to a pipe without a reader fails instead of
   ending the program. The function exists because Swift does not import the `sigset_t` functions on
   every system. */
void mocoa_ignore_broken_pipes(void);
