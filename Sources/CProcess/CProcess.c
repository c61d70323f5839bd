#define _GNU_SOURCE /* vfork */
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

/* MARK: - The end of the program */

/* The commands that run; one that finds no place here is still killed as its thread ends. */
enum { most = 64 };
static _Atomic pid_t running[most];
static atomic_bool is_over;

static void replace(pid_t old, pid_t new) {
  for (int index = 0; index < most; index++) {
    pid_t expected = old;
    if (atomic_compare_exchange_strong(&running[index], &expected, new)) return;
  }
}

static int signal_all(int signal) {
  int count = 0;
  for (int index = 0; index < most; index++) {
    pid_t process = atomic_load(&running[index]);
    if (process > 0) killpg(process, signal), count++;
  }
  return count;
}

static int has_any_not_ended(void) {
  for (int index = 0; index < most; index++) {
    pid_t process = atomic_load(&running[index]);
    if (process > 0 && !mocoa_command_has_ended(process)) return 1;
  }
  return 0;
}

/* Called by `exit` and `quick_exit`. What ends when it is asked to has a moment for it, and the shell does not wait
   longer: 300 ms at most. */
static void end_all(void) {
  atomic_store(&is_over, 1);
  if (signal_all(SIGTERM) == 0) return;
  signal_all(SIGCONT);
  struct timespec moment = {.tv_nsec = 2000000};
  for (int turn = 0; turn < 150 && has_any_not_ended(); turn++) nanosleep(&moment, NULL);
  signal_all(SIGKILL);
}

static void prepare_once(void) {
  static atomic_flag is_prepared = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_prepared)) return;
  atexit(end_all);
  at_quick_exit(end_all);
  /* Who starts this program may have left it deaf to this: nobody would know how a command ended. */
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    signal(SIGCHLD, SIG_DFL);
  }
}

/* MARK: - A command */

/* How a child begins: in a session of its own, or, where there is a terminal, as those who have that. */
struct beginning {
  char *const *words;
  int input, output, errors, terminal;
};

/* In the child, which has the memory of this program, but descriptors and handlers of its own. */
static void become(const struct beginning *child, pid_t parent) {
  if (child->terminal < 0) {
    setsid();
  } else {
    setpgid(0, 0);
    tcsetpgrp(child->terminal, getpid());
  }
  prctl(PR_SET_PDEATHSIG, child->terminal < 0 ? SIGKILL : SIGHUP, 0, 0, 0);
  /* It may have ended before that. */
  if (getppid() != parent) _exit(127);
  int input = child->input, output = child->output, errors = child->errors;
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
  syscall(SYS_close_range, 3, ~0U, 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(child->words[0], child->words);
}

/* What has the terminal is not ended with this program: who is at it does that. */
static pid_t start(const struct beginning *child, int *failure) {
  prepare_once();
  pid_t parent = getpid();
  volatile int reason = 0;
  /* No handler of this program may run in the child. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = vfork();
  if (process == 0) {
    become(child, parent);
    reason = errno;
    _exit(127);
  }
  int code = errno;
  if (process > 0 && reason == 0 && child->terminal < 0) replace(0, process);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (process > 0 && reason == 0) return process;
  while (process > 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
  *failure = process > 0 ? reason : code;
  return -1;
}

pid_t mocoa_command_start(char *const *words, int input, int output, int errors, int *failure) {
  if (atomic_load(&is_over)) {
    *failure = ECANCELED;
    return -1;
  }
  struct beginning child = {words, input, output, errors, -1};
  return start(&child, failure);
}

int mocoa_command_handle(pid_t process) {
  enum { pidfd_open = 434 };
  return (int)syscall(pidfd_open, process, 0);
}

int mocoa_command_has_ended(pid_t process) {
  siginfo_t info = {0};
  int result = waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT);
  return result != 0 || info.si_pid == process;
}

int mocoa_command_bury(pid_t process) {
  killpg(process, SIGKILL);
  replace(process, 0);
  int code = 0;
  while (waitpid(process, &code, 0) < 0) {
    if (errno != EINTR) return -SIGKILL;
  }
  return WIFSIGNALED(code) ? -WTERMSIG(code) : WEXITSTATUS(code);
}

/* MARK: - A command with the terminal */

/* In the background, to take the terminal would stop the one who takes it. */
static void take_terminal(int terminal, pid_t group) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  tcsetpgrp(terminal, group);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

pid_t mocoa_foreground_start(char *const *words, int terminal, int input, int *failure) {
  struct beginning child = {words, input, terminal, terminal, terminal};
  pid_t process = start(&child, failure);
  if (process < 0) take_terminal(terminal, getpgrp());
  return process;
}

int mocoa_foreground_wait(pid_t process, int terminal) {
  int code = 0;
  while (waitpid(process, &code, WUNTRACED) < 0) {
    if (errno != EINTR) {
      take_terminal(terminal, getpgrp());
      return -SIGKILL;
    }
  }
  take_terminal(terminal, getpgrp());
  if (WIFSTOPPED(code)) return mocoa_foreground_stopped;
  return WIFSIGNALED(code) ? -WTERMSIG(code) : WEXITSTATUS(code);
}

void mocoa_foreground_continue(pid_t process, int terminal) {
  take_terminal(terminal, process);
  killpg(process, SIGCONT);
}

void mocoa_ignore_broken_pipes(void) {
  sigset_t pipes;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipes, NULL);
}
