#pragma once
// Swift's Glibc module does not include <getopt.h>, and rejects its global variables as "shared
// mutable state".

#include <getopt.h>

/// Returns `optarg`, a mutable global variable that Swift 6 does not import.
static inline const char *_Nullable mocoa_option_argument(void) { return optarg; }

/// Returns `optind`, a mutable global variable that Swift 6 does not import.
static inline int mocoa_option_index(void) { return optind; }

/// Starts a new scan at `index`.
///
/// An index of 0 makes glibc reset the state of the previous scan.
static inline void mocoa_option_restart(int index) { optind = index; opterr = 0; }

/// Returns `optopt`, the option character that was rejected.
static inline int mocoa_option_refused(void) { return optopt; }
