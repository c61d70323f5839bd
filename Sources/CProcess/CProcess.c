#define _GNU_SOURCE /* close_range, vfork */
#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The commands that run, to be ended with the program however it comes to call `exit`. */
enum { most = 64 };
static _Atomic pid_t running[most];

static void note(pid_t process) {
  for (int index = 0; index < most; index++) {
    pid_t none = 0;
    if (atomic_compare_exchange_strong(&running[index], &none, process)) return;
  }
}

static void forget(pid_t process) {
  for (int index = 0; index < most; index++) {
    pid_t noted = process;
    atomic_compare_exchange_strong(&running[index], &noted, 0);
  }
}

/* What ends itself when it is asked has a moment for it; nobody waits longer for the shell. */
static void end_all(void) {
  int left = 0;
  for (int index = 0; index < most; index++) {
    pid_t process = atomic_load(&running[index]);
    if (process > 0) mocoa_command_ask(process), left++;
  }
  for (int turn = 0; turn < 50 && left > 0; turn++) {
    struct timespec moment = {.tv_nsec = 4000000};
    nanosleep(&moment, NULL);
    left = 0;
    for (int index = 0; index < most; index++) {
      pid_t process = atomic_load(&running[index]);
      siginfo_t info = {0};
      /* Not taken note of: a thread may be about to do that. */
      if (process > 0 && waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0
          && info.si_pid == 0) left++;
    }
  }
  for (int index = 0; index < most; index++) {
    pid_t process = atomic_load(&running[index]);
    if (process > 0) mocoa_command_kill(process);
  }
}

static void arrange_end(void) {
  static atomic_flag is_arranged = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&is_arranged)) atexit(end_all);
}

/* In the child, on the parent's memory: nothing may be changed here that the parent has. */
static void become(char *const *arguments, int input, int output, int errors, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
  syscall(SYS_close_range, 3, ~0U, 0);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(arguments[0], arguments);
}

pid_t mocoa_command_start(char *const *arguments, int input, int output, int errors, int *failure) {
  volatile int reason = 0;
  pid_t parent = getpid();
  arrange_end();
  /* A handler of this program must not run in the child. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = vfork();
  if (process == 0) {
    become(arguments, input, output, errors, parent);
    reason = errno;
    _exit(127);
  }
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (process < 0) {
    *failure = code;
    return -1;
  }
  if (reason != 0) {
    *failure = reason;
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return -1;
  }
  note(process);
  return process;
}

int mocoa_command_handle(pid_t process) {
  enum { pidfd_open = 434 };
  return (int)syscall(pidfd_open, process, 0);
}

int mocoa_command_end(pid_t process, int waits, int *status) {
  int code = 0;
  pid_t ended;
  do ended = waitpid(process, &code, waits ? 0 : WNOHANG);
  while (ended < 0 && errno == EINTR);
  if (ended == 0) return 0;
  forget(process);
  *status = WIFSIGNALED(code) ? -WTERMSIG(code) : WEXITSTATUS(code);
  return 1;
}

void mocoa_command_ask(pid_t process) {
  killpg(process, SIGTERM);
  killpg(process, SIGCONT);
}

void mocoa_command_kill(pid_t process) {
  killpg(process, SIGKILL);
}
