#define _GNU_SOURCE /* clone, ppoll */
#include "CMainLoop.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Alignas(16) char stack[16384];
static pid_t parent;

/* Runs in the child, which shares the memory of the program and the thread-local storage of its
   thread. The child uses only system calls that cannot fail, because they would set the `errno` of
   the program. It blocks all signals, so that it runs no signal handlers of the program. Only
   SIGKILL ends it. */
static int wait_for_the_end(void *unused) {
  (void)unused;
  uint64_t all = ~(uint64_t)0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  /* The program may have exited before `prctl`. */
  if (syscall(SYS_getppid) == parent) {
    for (;;) syscall(SYS_rt_sigsuspend, &all, sizeof all);
  }
  return 0;
}

void mocoa_leave_cleaning_behind(void) {
  parent = getpid();
  clone(wait_for_the_end, stack + sizeof stack, CLONE_VM | CLONE_FILES, NULL);
}

int mocoa_wait_for_main_queue(int queue, int64_t nanoseconds) {
  struct pollfd ready = {.fd = queue, .events = POLLIN};
  struct timespec limit = {.tv_sec = nanoseconds / 1000000000,
                           .tv_nsec = nanoseconds % 1000000000};
  if (ppoll(&ready, 1, nanoseconds < 0 ? NULL : &limit, NULL) <= 0) return 0;
  uint64_t count;
  return read(queue, &count, sizeof count) == sizeof count;
}
