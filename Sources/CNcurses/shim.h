#pragma once
#define NCURSES_WIDECHAR 1 /* before curses.h, or cchar_t and its functions are missing */
#define NCURSES_NOMACROS 1
#include <fcntl.h>
#include <wchar.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <curses.h>
#include <term.h>

/* A curses screen and the two streams that it was created with. */
struct mocoa_device {
  SCREEN *_Nullable screen;
  FILE *_Nullable input;
  FILE *_Nullable output;
};

/* Creates a screen from descriptors. `newterm` requires FILE streams, which Swift should not
   handle. The descriptors are duplicated, so that closing the streams does not close those of
   the caller. */
static inline bool mocoa_open_device(const char *_Nonnull type, int input, int output,
                                     struct mocoa_device *_Nonnull device) {
  int in = fcntl(input, F_DUPFD_CLOEXEC, 0), out = fcntl(output, F_DUPFD_CLOEXEC, 0);
  device->input = in < 0 ? NULL : fdopen(in, "r");
  device->output = out < 0 ? NULL : fdopen(out, "w");
  device->screen = device->input && device->output
    ? newterm(type, device->output, device->input) : NULL;
  if (device->screen) return true;
  if (device->input) fclose(device->input); else if (in >= 0) close(in);
  if (device->output) fclose(device->output); else if (out >= 0) close(out);
  return false;
}

/* Closes the screen and its streams. `delscreen` does not close the streams of `newterm`. */
static inline void mocoa_close_device(struct mocoa_device *_Nonnull device) {
  delscreen(device->screen);
  fclose(device->input);
  fclose(device->output);
  memset(device, 0, sizeof *device);
}

/* Returns the descriptor to which the screen is written, a duplicate of the caller's descriptor. */
static inline int mocoa_output(const struct mocoa_device *_Nonnull device) {
  return fileno(device->output);
}

/* Access to the global variables of curses, which Swift 6 rejects as "shared mutable state". */
static inline WINDOW *_Nonnull mocoa_stdscr(void) { return stdscr; }
static inline WINDOW *_Nonnull mocoa_curscr(void) { return curscr; }
static inline int mocoa_color_count(void) { return COLORS; }
static inline int mocoa_pair_count(void) { return COLOR_PAIRS; }

/* Returns the width of a scalar in columns, or -1 if it is not printable. `wcwidth` is declared
   here, because a feature macro hides it in the module Glibc, to which <wchar.h> belongs. */
extern int wcwidth(wchar_t);
static inline int mocoa_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

/* The constants A_* are macros with casts, which Swift does not import. */
static const attr_t mocoa_bold = A_BOLD;
static const attr_t mocoa_dim = A_DIM;
static const attr_t mocoa_underline = A_UNDERLINE;
static const attr_t mocoa_reverse = A_REVERSE;
static const attr_t mocoa_italic = A_ITALIC;

/* Replaces the scalar of a cell that contains one scalar, and keeps its style. `setcchar` would
   measure the scalar each time, which takes more time than the rest of a frame. */
static inline void mocoa_set_scalar(cchar_t *_Nonnull cell, unsigned int scalar) {
  cell->chars[0] = (wchar_t)scalar;
}

/* Returns a string capability, or NULL if it is missing. `tigetstr` returns the pointer -1 for a
   missing capability. */
static inline const char *_Nullable mocoa_capability(const char *_Nonnull name) {
  char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

/* Returns true if the terminal has a flag. `tigetflag` returns -1 for a name that is not a flag. */
static inline bool mocoa_flag(const char *_Nonnull name) { return tigetflag((char *)name) > 0; }

/* Returns true if the terminal sets colors with the same sequences as xterm. The function exists
   because Swift does not call the variadic function `tiparm`. */
static inline bool mocoa_sets_colors_like_xterm(void) {
  const char *text = mocoa_capability("setaf"), *ground = mocoa_capability("setab");
  if (!text || !ground) return false;
  char *written = tiparm(text, 196);
  if (!written || strcmp(written, "\033[38;5;196m") != 0) return false;
  written = tiparm(ground, 16);
  return written && strcmp(written, "\033[48;5;16m") == 0;
}

/* Selects a UTF-8 locale, because curses draws with the character set of the C locale. Only
   LC_CTYPE is set: a decimal comma of LC_NUMERIC would affect every C function that reads or
   prints numbers. */
static inline void mocoa_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

/* Creates the terminal description for a terminal type. Returns false if the type is unknown.
   Otherwise, `mocoa_tear_down_terminal` must be called later. The function exists because
   `cur_term` is a global variable, and because `setupterm` allocates a second copy of the data of
   `newterm`. */
static inline bool mocoa_set_up_terminal(const char *_Nonnull type, int descriptor,
                                         TERMINAL *_Nullable *_Nonnull before) {
  int found = 0;
  *before = cur_term;
  cur_term = NULL;
  if (setupterm((char *)type, descriptor, &found) == OK) return true;
  set_curterm(*before);
  return false;
}

static inline void mocoa_tear_down_terminal(TERMINAL *_Nullable before) {
  TERMINAL *made = cur_term;
  set_curterm(before);
  del_curterm(made);
}
