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

/* A screen of curses with the two streams it was made on. */
struct mocoa_device {
  SCREEN *_Nullable screen;
  FILE *_Nullable input;
  FILE *_Nullable output;
};

/* newterm wants FILE streams, which Swift had better not see; this one takes descriptors, and
   duplicates them so that closing the streams leaves the caller's alone. */
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

/* delscreen leaves the streams open that newterm was given. */
static inline void mocoa_close_device(struct mocoa_device *_Nonnull device) {
  delscreen(device->screen);
  fclose(device->input);
  fclose(device->output);
  memset(device, 0, sizeof *device);
}

/* The descriptor that the screen is written to: a duplicate of the caller's. */
static inline int mocoa_output(const struct mocoa_device *_Nonnull device) {
  return fileno(device->output);
}

/* The global variables of curses are errors in Swift 6 ("shared mutable state"). */
static inline WINDOW *_Nonnull mocoa_stdscr(void) { return stdscr; }
static inline WINDOW *_Nonnull mocoa_curscr(void) { return curscr; }
static inline int mocoa_color_count(void) { return COLORS; }
static inline int mocoa_pair_count(void) { return COLOR_PAIRS; }

/* <wchar.h> belongs to the module Glibc, where wcwidth is hidden by a feature macro. */
extern int wcwidth(wchar_t);
static inline int mocoa_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

/* A_* are macros with casts, which are not imported. */
static const attr_t mocoa_bold = A_BOLD;
static const attr_t mocoa_dim = A_DIM;
static const attr_t mocoa_underline = A_UNDERLINE;
static const attr_t mocoa_reverse = A_REVERSE;
static const attr_t mocoa_italic = A_ITALIC;

/* setcchar measures its text anew and costs more than all else in a frame; a cell that was made for
   one scalar may be given another of the same style. */
static inline void mocoa_set_scalar(cchar_t *_Nonnull cell, unsigned int scalar) {
  cell->chars[0] = (wchar_t)scalar;
}

/* tigetstr answers "no such capability" with the pointer -1. */
static inline const char *_Nullable mocoa_capability(const char *_Nonnull name) {
  char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

/* Same for tigetflag, which answers -1 for a name that is no flag. */
static inline bool mocoa_flag(const char *_Nonnull name) { return tigetflag((char *)name) > 0; }

/* Whether the terminal is told colours as xterm is; tiparm takes any number of arguments, which Swift
   does not call. */
static inline bool mocoa_sets_colors_like_xterm(void) {
  const char *text = mocoa_capability("setaf"), *ground = mocoa_capability("setab");
  if (!text || !ground) return false;
  char *written = tiparm(text, 196);
  if (!written || strcmp(written, "\033[38;5;196m") != 0) return false;
  written = tiparm(ground, 16);
  return written && strcmp(written, "\033[48;5;16m") == 0;
}

/* Curses draws by the C locale's character set. Only LC_CTYPE: a decimal comma of LC_NUMERIC would
   reach every C function that reads or prints a number. */
static inline void mocoa_use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

/* cur_term is a global variable, and setupterm allocates what newterm allocates once more. False
   if there is no such type; else `mocoa_tear_down_terminal` must follow. */
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
