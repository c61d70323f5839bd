#pragma once
#include <sys/types.h>
#include <termios.h>

/* A program in a pseudo-terminal of its own, held by a process that plays the shell. */
struct mocoa_pty {
  int master;  /* the terminal's side of the pseudo-terminal */
  int orders;  /* 'f' continues the program in the foreground; 'e', or closing it, ends the holder */
  int reports; /* an int for the program's pid, then one wait status after the other */
  pid_t holder;
  struct termios before; /* the modes when the program was started */
};

/* Starts a program on a new pseudo-terminal with the kernel's default modes. posix_openpt and
   forkpty are not visible to Swift, and between fork and exec only async-signal-safe calls are
   allowed, which Swift does not promise. The program is not the session's leader: a holder is, as
   a shell would be, so that the program can be stopped and continued, and so that its end does not
   hang up the terminal, which would reset the modes that a test wants to see. 0 or -1. */
int mocoa_pty_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                    char *_Nullable const *_Nonnull environment, int columns, int rows,
                    struct mocoa_pty *_Nonnull pty);

/* ioctl is variadic, and winsize is not imported everywhere. */
int mocoa_pty_resize(int master, int columns, int rows);

/* What a program does at a moment, as /proc says. */
struct mocoa_rest {
  int is_waiting; /* whether each of its threads waits in a system call */
  long next;      /* milliseconds until the first of its timers, or of its waits that have an end; -1 for none */
  long switches;  /* how often its threads have gone to sleep */
};

struct mocoa_rest mocoa_pty_rest(int process);
