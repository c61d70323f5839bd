#pragma once
// Swift's Glibc module leaves <getopt.h> out, and its globals do not import: "shared mutable state".

#include <getopt.h>

/// `optarg`, a mutable global that Swift 6 refuses to read.
static inline const char *_Nullable mocoa_option_argument(void) { return optarg; }

/// `optind`, for the same reason.
static inline int mocoa_option_index(void) { return optind; }

/// Starts a new scan at `index`: 0 makes glibc forget all it knew of the scan before.
static inline void mocoa_option_restart(int index) { optind = index; opterr = 0; }

/// `optopt`: the option character that was refused.
static inline int mocoa_option_refused(void) { return optopt; }
