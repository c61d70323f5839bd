#define _GNU_SOURCE /* clone */
#include "CMainLoop.h"

#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Alignas(16) char stack[16384];
static pid_t parent;

/* Runs beside the program, on its memory: only system calls, no library function with state. */
static int wait_for_the_end(void *unused) {
  (void)unused;
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  /* It may be gone already. */
  if (syscall(SYS_getppid) == parent) {
    for (;;) syscall(SYS_rt_sigsuspend, &(uint64_t){0}, 8);
  }
  return 0;
}

void mocoa_leave_cleaning_behind(void) {
  parent = getpid();
  clone(wait_for_the_end, stack + sizeof stack, CLONE_VM | CLONE_FILES, NULL);
}
