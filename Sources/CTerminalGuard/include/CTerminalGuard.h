#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* Functions for signal handlers. They are written in C because a handler may only call functions
   that are async-signal-safe: without allocation, locks or lazily initialized globals, which
   Swift does not guarantee. */

/* Installs the signal handlers. Returns the read end of a pipe that delivers signals, or -1.
   libdispatch's signal sources are not used, because they block every signal in arbitrary
   threads, and child processes inherit the blocked signals. */
int mocoa_guard_catch_signals(void);

/* Installs an alternate signal stack for the calling thread, so that a handler can run after a
   stack overflow. */
void mocoa_guard_shelter(void);

/* Blocks the signals of the pipe in the calling thread. Call it on all threads except the main
   one. Signals are then handled on the main thread, before the program continues after a stop. */
void mocoa_guard_block_signals(void);

/* Sets whether SIGINT requests the end of the program, as TERM, HUP and QUIT do. */
void mocoa_guard_interrupt_ends(bool ends);

/* Returns a descriptor that becomes and stays readable when a signal requests the end, or -1. */
int mocoa_guard_end_request(void);

/* Returns true if a signal requested the end of the program. */
bool mocoa_guard_is_ending(void);

/* Returns the next signal from the pipe, or 0 if no signal is pending. */
int mocoa_guard_next_signal(void);

/* Wakes the reader of the pipe without a signal. */
void mocoa_guard_poke(void);

/* Restores the signal handlers that were installed before mocoa_guard_catch_signals. */
void mocoa_guard_release_signals(void);

/* The same after the terminal could not be taken: a signal that asked for the end in the meantime ends the
   program, as nobody else will learn of it. */
void mocoa_guard_abandon_signals(void);

/* The same at the end of the program: the first signal that asks for the end is only noted, as the
   program is about to end, and must not do so before it has saved what it saves. The second ends it. */
void mocoa_guard_finish_signals(void);

/* After mocoa_guard_finish_signals, when all is saved: the first signal ends the program, also one that was
   noted before. */
void mocoa_guard_let_signals_end(void);

/* From here on a crash, an exit or mocoa_guard_end writes `reset` to the terminal and gives it the
   modes `saved`. At most 512 bytes are kept. */
void mocoa_guard_arm(int terminal, const struct termios *_Nonnull saved,
                     const char *_Nonnull reset, size_t length);

/* Arms the guard while a command controls the terminal. If this program ends, it first makes its
   own group the foreground group. */
void mocoa_guard_arm_lent(int terminal, const struct termios *_Nonnull saved,
                          const char *_Nonnull reset, size_t length);

/* Disarms the guard after the terminal was restored in the ordinary way. */
void mocoa_guard_disarm(void);

/* Restores the terminal as after a crash. Does nothing if the guard is not armed, and runs at
   most once. Safe in a signal handler. */
void mocoa_guard_restore(void);

/* Restores the terminal and ends the process with `signal`. Can be called on any thread, even if
   other threads are blocked. */
void mocoa_guard_end(int signal) __attribute__((noreturn));

/* Returns true if a shell can continue this process group after a stop. */
bool mocoa_guard_can_stop(void);

/* Stops this process, or its whole group, as SIGTSTP does by default, and returns after it is
   continued. The handler is removed and the process stopped in one step. */
void mocoa_guard_stop(bool group);

/* Stops this process group until it is the foreground group of the terminal. The kernel does so
   automatically, except for threads that block SIGTTOU, such as those of libdispatch. */
void mocoa_guard_await_foreground(int terminal);

/* Creates an unnamed file in memory for at most `size` bytes. Returns its descriptor, or -1,
   also if the limit for file sizes is below `size`. It exists because a feature macro hides
   memfd_create from Swift. */
int mocoa_guard_spool(size_t size);

/* Collects the output to stderr in memory from now on, if stderr is a terminal. */
void mocoa_guard_keep_stderr(void);

/* Restores stderr and writes the collected output to it. */
void mocoa_guard_release_stderr(void);
