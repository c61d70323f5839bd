#define _GNU_SOURCE
#include "CPty.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Reads a file of /proc. The text is empty if reading fails. */
static void read_text(const char *path, char *text, size_t size) {
  text[0] = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t count = read(file, text, size - 1);
  text[count < 0 ? 0 : count] = 0;
  close(file);
}

static void sooner(struct mocoa_rest *rest, long milliseconds) {
  if (rest->next < 0 || milliseconds < rest->next) rest->next = milliseconds;
}

/* Returns the timeout of a system call in milliseconds: -1 without a timeout, 0 if it is unknown,
   and INT_MAX for an idle thread of a thread pool. */
static long timeout(long number, const unsigned long *arguments) {
  switch (number) {
#ifdef SYS_poll
  case SYS_poll: return (int)arguments[2];
#endif
#ifdef SYS_epoll_wait
  case SYS_epoll_wait: return (int)arguments[3];
#endif
#ifdef SYS_select
  case SYS_select: return arguments[4] == 0 ? -1 : 0;
#endif
  case SYS_epoll_pwait: return (int)arguments[3];
  case SYS_ppoll: return arguments[2] == 0 ? -1 : 0;
  case SYS_pselect6: return arguments[4] == 0 ? -1 : 0;
  case SYS_futex: return arguments[3] == 0 ? -1 : INT_MAX;
  case SYS_nanosleep:
  case SYS_clock_nanosleep: return 0;
  case SYS_rt_sigtimedwait: return arguments[2] == 0 ? -1 : 0;
  default: return -1;
  }
}

static void look_at_thread(int process, const char *thread, struct mocoa_rest *rest) {
  char path[96], text[4096];
  snprintf(path, sizeof path, "/proc/%d/task/%s/stat", process, thread);
  read_text(path, text, sizeof text);
  const char *name = strrchr(text, ')');
  if (name == NULL || name[1] == 0) return; /* The thread has just ended. */
  /* Ignores threads that are stopped, or have ended and are not yet reaped. */
  if (strchr("TtZX", name[2]) != NULL) return;
  if (name[2] != 'S') rest->is_waiting = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%s/syscall", process, thread);
  read_text(path, text, sizeof text);
  long number;
  unsigned long arguments[6];
  if (sscanf(text, "%ld %lx %lx %lx %lx %lx %lx", &number, &arguments[0], &arguments[1], &arguments[2],
             &arguments[3], &arguments[4], &arguments[5]) == 7) {
    long limit = timeout(number, arguments);
    if (limit >= 0) sooner(rest, limit);
    if (number == SYS_write) rest->writing = (int)arguments[0];
  } else {
    rest->is_waiting = 0;
  }
  snprintf(path, sizeof path, "/proc/%d/task/%s/status", process, thread);
  read_text(path, text, sizeof text);
  const char *switches = strstr(text, "\nvoluntary_ctxt_switches:");
  if (switches != NULL) rest->switches += atol(strchr(switches, ':') + 1);
}

static void look_at_descriptor(int process, const char *descriptor, struct mocoa_rest *rest) {
  char path[96], text[4096];
  snprintf(path, sizeof path, "/proc/%d/fdinfo/%s", process, descriptor);
  read_text(path, text, sizeof text);
  const char *value = strstr(text, "\nit_value: (");
  long seconds, nanoseconds;
  if (value == NULL || sscanf(value, "\nit_value: (%ld, %ld)", &seconds, &nanoseconds) != 2) return;
  if (seconds != 0 || nanoseconds != 0) sooner(rest, seconds * 1000 + nanoseconds / 1000000);
}

static void look_at_all(int process, const char *folder, struct mocoa_rest *rest,
                        void (*look)(int, const char *, struct mocoa_rest *)) {
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/%s", process, folder);
  DIR *entries = opendir(path);
  if (entries == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(entries)) != NULL) {
    if (entry->d_name[0] != '.') look(process, entry->d_name, rest);
  }
  closedir(entries);
}

struct mocoa_rest mocoa_pty_rest(int process) {
  struct mocoa_rest rest = {.is_waiting = 1, .next = -1, .writing = -1, .switches = 0};
  look_at_all(process, "task", &rest, look_at_thread);
  look_at_all(process, "fdinfo", &rest, look_at_descriptor);
  return rest;
}
