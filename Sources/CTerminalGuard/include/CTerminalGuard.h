#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* What has to happen inside signal handlers. It is C because a handler may only call what is
   async-signal-safe: no allocation, no lock, no lazily made global, none of which Swift promises. */

/* Signals are told through a pipe, whose reading end this returns, or -1: libdispatch's own signal
   sources block every signal in whatever thread they find, and children inherit that. */
int mocoa_guard_catch_signals(void);

/* Gives the calling thread a stack for its handlers, so that it may even overflow its own. */
void mocoa_guard_shelter(void);

/* A signal mask for threads other than the main one: what is told through the pipe is handled on the
   main thread, so that after a stop it has been handled before the program goes on. */
void mocoa_guard_block_signals(void);

/* Whether SIGINT asks for the end, as TERM, HUP and QUIT do. */
void mocoa_guard_interrupt_ends(bool ends);

/* A descriptor that is readable after a signal asked for the end, and stays so; or -1. */
int mocoa_guard_end_request(void);

/* Whether a signal asked for the end. */
bool mocoa_guard_is_ending(void);

/* The next signal out of the pipe, or 0 when there is none now. */
int mocoa_guard_next_signal(void);

/* Wakes whoever waits for the pipe, without a signal. */
void mocoa_guard_poke(void);

/* The dispositions as they were before mocoa_guard_catch_signals. */
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

/* The same while a command has the terminal: what ends this program takes the terminal from it first. */
void mocoa_guard_arm_lent(int terminal, const struct termios *_Nonnull saved,
                          const char *_Nonnull reset, size_t length);

/* The terminal has been given back in the ordinary way. */
void mocoa_guard_disarm(void);

/* What a crash does to the terminal; does nothing unless armed, and once only. Safe in a handler. */
void mocoa_guard_restore(void);

/* Gives the terminal back and ends the process by `signal`, from any thread, however stuck the
   others are. */
void mocoa_guard_end(int signal) __attribute__((noreturn));

/* Whether somebody would continue this process group if it stopped. */
bool mocoa_guard_can_stop(void);

/* Stops this process, or its whole group, as SIGTSTP does by default, and returns when continued.
   The handler must be out of the way meanwhile, in one step with the stopping. */
void mocoa_guard_stop(bool group);

/* Stops this process group until the terminal is its own: what the kernel does by itself, but not
   for a thread that blocks SIGTTOU, as those of libdispatch do. */
void mocoa_guard_await_foreground(int terminal);

/* A file without a name, in memory, for at most `size` bytes; or -1, also if the limit to the size of files, which counts
   for it, forbids so many. memfd_create is hidden from Swift by a feature macro. */
int mocoa_guard_spool(size_t size);

/* What is written to stderr from now on is kept, if stderr is a terminal. */
void mocoa_guard_keep_stderr(void);

/* stderr is as it was, and what was kept is written to it. */
void mocoa_guard_release_stderr(void);
