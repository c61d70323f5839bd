#pragma once
#include <string.h>
#include <vterm.h>

/* The properties of a cell that tests check. */
struct mocoa_vterm_cell {
  uint32_t scalars[VTERM_MAX_CHARS_PER_CELL];
  int width;
  bool bold, underline, italic, reverse;
  int foreground, background; /* palette index; -1 for the default, -2 for RGB */
};

/* Returns the index of a color. Swift imports neither the macros nor their bit fields. */
static inline int mocoa_vterm_color(const VTermColor *_Nonnull color, uint8_t is_default) {
  if (color->type & is_default) return -1;
  return VTERM_COLOR_IS_INDEXED(color) ? color->indexed.idx : -2;
}

/* Returns a cell of the screen. Swift does not import the bit fields of a cell. */
static inline struct mocoa_vterm_cell mocoa_vterm_read(VTermScreen *_Nonnull screen, int column,
                                                       int row) {
  VTermScreenCell cell;
  struct mocoa_vterm_cell result;
  memset(&cell, 0, sizeof cell);
  vterm_screen_get_cell(screen, (VTermPos){.row = row, .col = column}, &cell);
  memcpy(result.scalars, cell.chars, sizeof result.scalars);
  result.width = cell.width;
  result.bold = cell.attrs.bold;
  result.underline = cell.attrs.underline != 0;
  result.italic = cell.attrs.italic;
  result.reverse = cell.attrs.reverse;
  result.foreground = mocoa_vterm_color(&cell.fg, VTERM_COLOR_DEFAULT_FG);
  result.background = mocoa_vterm_color(&cell.bg, VTERM_COLOR_DEFAULT_BG);
  return result;
}
