#include "CProbe.h"
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

static pid_t parent;

static void end_if_alone(int signal) {
  if (getppid() != parent) _exit(128 + signal);
}

void mocoa_end_with_parent(void) {
  struct sigaction look = {.sa_handler = end_if_alone, .sa_flags = SA_RESTART};
  sigset_t told;
  parent = getppid();
  sigaction(SIGUSR2, &look, NULL);
  /* The parent may have blocked all signals, as threads of libdispatch do. */
  sigemptyset(&told);
  sigaddset(&told, SIGUSR2);
  sigprocmask(SIG_UNBLOCK, &told, NULL);
  prctl(PR_SET_PDEATHSIG, SIGUSR2);
  /* The parent may have ended before the call of prctl. */
  if (parent == 1) _exit(128 + SIGUSR2);
  end_if_alone(SIGUSR2);
}
