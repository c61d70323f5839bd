#pragma once
#define NCURSES_WIDECHAR 1 /* before curses.h, or cchar_t and its functions are missing */
#define NCURSES_NOMACROS 1
#include <wchar.h>
#include <curses.h>
