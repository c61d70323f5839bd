#pragma once
#include <sys/types.h>
#include <termios.h>

/* A program in its own pseudo-terminal, and a holder process that acts as its shell. */
struct mocoa_pty {
  int master;  /* the side of the pseudo-terminal that belongs to the emulator */
  int orders;  /* 'f' continues the program in the foreground; 'e' or closing it ends the holder */
  int reports; /* an int for the program's pid, then one wait status after the other */
  pid_t holder;
  struct termios before; /* the modes when the program was started */
};

/* Starts a program on a new pseudo-terminal with the kernel's default modes. Returns 0, or -1 if
   that fails.

   This is C code because posix_openpt and forkpty are not visible to Swift, and because only
   async-signal-safe calls are allowed between fork and exec, which Swift does not guarantee.

   The leader of the session is the holder, as a shell would be, and not the program. The program
   can therefore be stopped and continued. Its end does not hang up the terminal, which would reset
   the modes that a test checks. */
int mocoa_pty_start(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                    char *_Nullable const *_Nonnull environment, int columns, int rows,
                    struct mocoa_pty *_Nonnull pty);

/* Changes the size of the terminal. Returns 0, or -1 if that fails. This is C code because ioctl is
   variadic, and Swift does not import winsize on every system. */
int mocoa_pty_resize(int master, int columns, int rows);

/* The activity of a program at one time, as /proc reports it. */
struct mocoa_rest {
  int is_waiting; /* 1 if each of its threads waits in a system call, else 0 */
  long next;      /* milliseconds until the first timer or timeout of a wait; -1 for none */
  int writing;    /* the descriptor that a thread waits to write to; -1 for none */
  long switches;  /* number of voluntary context switches of its threads */
};

struct mocoa_rest mocoa_pty_rest(int process);
