#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* Signal handlers that restore the terminal, and functions that control them. They are written in
   C, because a handler may call only functions that are async-signal-safe. Such functions do not
   use allocation, locks or lazily initialized globals, which Swift does not guarantee. */

/* Installs the signal handlers. Returns the read end of a pipe that delivers signals, or -1.
   libdispatch's signal sources are not used, because they block every signal in arbitrary
   threads, and child processes inherit the blocked signals. */
int mocoa_guard_catch_signals(void);

/* Installs an alternate signal stack for the calling thread, so that a handler can run after a
   stack overflow. */
void mocoa_guard_shelter(void);

/* Blocks the signals of the pipe in the calling thread. If all threads except the main thread call
   this function, the main thread handles these signals before it continues after a stop. */
void mocoa_guard_block_signals(void);

/* Sets whether SIGINT requests the end of the program, as SIGTERM, SIGHUP and SIGQUIT do. */
void mocoa_guard_interrupt_ends(bool ends);

/* Returns a descriptor that is readable after a signal requested the end of the program. Returns -1
   before mocoa_guard_catch_signals. */
int mocoa_guard_end_request(void);

/* Returns true if a signal requested the end of the program. */
bool mocoa_guard_is_ending(void);

/* Returns the next signal from the pipe, or 0 if no signal is pending. */
int mocoa_guard_next_signal(void);

/* Wakes the reader of the pipe without a signal. */
void mocoa_guard_poke(void);

/* Restores the signal handlers that were installed before mocoa_guard_catch_signals. */
void mocoa_guard_release_signals(void);

/* Restores the signal handlers after the terminal could not be taken over. If a signal requested
   the end since mocoa_guard_catch_signals, ends the program with that signal. */
void mocoa_guard_abandon_signals(void);

/* Restores the signal handlers when the program is about to end, but must still save its data. The
   first of each signal that requests the end is only recorded. If the same signal is received
   again, it ends the program. */
void mocoa_guard_finish_signals(void);

/* Restores the default actions of the signals that request the end. Call it after
   mocoa_guard_finish_signals, when all data is saved. If a signal is recorded, ends the program
   with that signal immediately. */
void mocoa_guard_let_signals_end(void);

/* Arms the guard: from now on, a crash, an exit or mocoa_guard_end writes `reset` to the terminal
   and sets the modes `saved`. At most the first 512 bytes of `reset` are written. */
void mocoa_guard_arm(int terminal, const struct termios *_Nonnull saved,
                     const char *_Nonnull reset, size_t length);

/* Arms the guard while a foreground command controls the terminal. If this program ends, it first
   makes its group the foreground group again. */
void mocoa_guard_arm_lent(int terminal, const struct termios *_Nonnull saved,
                          const char *_Nonnull reset, size_t length);

/* Disarms the guard, after the program restored the terminal itself. */
void mocoa_guard_disarm(void);

/* Restores the terminal with the data of mocoa_guard_arm, then disarms the guard. Does nothing if
   the guard is not armed. Safe in a signal handler. */
void mocoa_guard_restore(void);

/* Restores the terminal and ends the process with `signal`. Can be called on any thread, even if
   other threads are blocked. */
void mocoa_guard_end(int signal) __attribute__((noreturn));

/* Returns true if a shell can continue this process group after a stop. */
bool mocoa_guard_can_stop(void);

/* Stops this process, or its whole group, as SIGTSTP does by default. Returns after the process is
   continued. */
void mocoa_guard_stop(bool group);

/* Stops this process group until it is the foreground group of the terminal. The kernel stops a
   background group automatically if a thread changes the terminal, but not if that thread blocks
   SIGTTOU, as the threads of libdispatch do. */
void mocoa_guard_await_foreground(int terminal);

/* Creates an unnamed file in memory and returns its descriptor. Returns -1 if that fails, or if the
   limit for file sizes is below `size`. The function exists because a feature macro hides
   memfd_create from Swift. */
int mocoa_guard_spool(size_t size);

/* Collects the output to stderr in memory from now on, if stderr is a terminal. */
void mocoa_guard_keep_stderr(void);

/* Restores stderr and writes the collected output to it, at most the last 64 KiB. */
void mocoa_guard_release_stderr(void);
