#define _GNU_SOURCE /* vfork */
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MARK: - End of the program */

/* The processes of the running background commands. A command that does not fit into the table is
   not ended by `end_all`, but the kernel kills it when the thread that started it ends. */
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

/* Ends the running background commands; called by `exit` and `quick_exit`. Commands that have not
   ended 300 ms after SIGTERM are killed, so that the shell that waits for this program does not
   wait longer. */
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
  /* A parent process may have set SIGCHLD to be ignored; the exit status of commands would then
     be lost. */
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    signal(SIGCHLD, SIG_DFL);
  }
}

/* MARK: - Background commands */

/* The parameters of a child before `execvp`. If `terminal` is -1, the child gets a new session.
   Otherwise, its process group becomes the foreground group of that terminal. The child inherits
   the descriptor `kept` as descriptor 3, unless `kept` is -1. */
struct beginning {
  char *const *words;
  int input, output, errors, terminal, kept;
};

/* Prepares the child and replaces it by the command; returns only if that fails. The child of
   `vfork` shares the memory of this program, but not the descriptors and signal handlers. */
static void become(const struct beginning *child, pid_t parent) {
  if (child->terminal < 0) {
    setsid();
  } else {
    setpgid(0, 0);
    tcsetpgrp(child->terminal, getpid());
  }
  prctl(PR_SET_PDEATHSIG, child->terminal < 0 ? SIGKILL : SIGHUP, 0, 0, 0);
  /* If the parent ended before `prctl`, the kernel sends no signal for that. */
  if (getppid() != parent) _exit(127);
  int input = child->input, output = child->output, errors = child->errors;
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
  bool keeps = child->kept >= 3;
  /* If the descriptor is 3 already, only its close-on-exec flag must be removed. */
  if (keeps && child->kept != 3) keeps = dup2(child->kept, 3) == 3;
  if (keeps && fcntl(3, F_SETFD, 0) < 0) return;
  syscall(SYS_close_range, keeps ? 4 : 3, ~0U, 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvp(child->words[0], child->words);
}

/* Starts a child and returns its process. If that fails, returns -1 and stores the error number in
   `failure`. A foreground command is not added to `running`, because the user ends it. */
static pid_t start(const struct beginning *child, int *failure) {
  prepare_once();
  pid_t parent = getpid();
  volatile int reason = 0;
  /* Signal handlers of this program must not run in the child. */
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
  struct beginning child = {words, input, output, errors, -1, -1};
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

/* MARK: - Foreground commands */

/* Makes a group the foreground group of the terminal. If this program is in the background, the
   kernel would stop it with SIGTTOU, so that signal is blocked during the change. */
static void take_terminal(int terminal, pid_t group) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  tcsetpgrp(terminal, group);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The signals that keys of a terminal send to its foreground group. */
static const int key_signals[] = {SIGINT, SIGQUIT};
enum { key_signal_count = sizeof key_signals / sizeof key_signals[0] };

static struct sigaction actions_before[key_signal_count];

/* The sources of the held signals: a key of the terminal, or a process. */
static atomic_bool is_held_from_key[NSIG], is_held_from_process[NSIG];

static void hold(int signal, siginfo_t *info, void *context) {
  (void)context;
  bool is_from_key = info->si_code == SI_KERNEL;
  atomic_store(is_from_key ? &is_held_from_key[signal] : &is_held_from_process[signal], true);
}

void mocoa_foreground_hold_signals(void) {
  /* The signals must not be blocked instead: the kernel would deliver them to another thread. */
  struct sigaction action = {.sa_sigaction = hold,
                             .sa_flags = SA_RESTART | SA_ONSTACK | SA_SIGINFO};
  for (int i = 0; i < key_signal_count; i++) {
    atomic_store(&is_held_from_key[key_signals[i]], false);
    atomic_store(&is_held_from_process[key_signals[i]], false);
    sigaction(key_signals[i], &action, &actions_before[i]);
  }
}

void mocoa_foreground_forward_signals(pid_t process) {
  for (int i = 0; i < key_signal_count; i++) {
    int signal = key_signals[i];
    sigaction(signal, &actions_before[i], NULL);
    if (atomic_load(&is_held_from_key[signal]) && process > 0) killpg(process, signal);
    /* A process that sends the signal means this program. */
    if (atomic_load(&is_held_from_process[signal])) kill(getpid(), signal);
  }
}

pid_t mocoa_foreground_start(char *const *words, int terminal, int input, int kept, int *failure) {
  struct beginning child = {words, input, terminal, terminal, terminal, kept};
  mocoa_foreground_hold_signals();
  pid_t process = start(&child, failure);
  if (process < 0) take_terminal(terminal, getpgrp());
  mocoa_foreground_forward_signals(process);
  return process;
}

/* A descriptor that is readable after a child stopped or ended, or -1 if it could not be created.
   `poll` can wait for it together with other descriptors. Waiting for SIGCHLD instead would require
   that every thread blocks that signal. The descriptor is never closed, because the signal handler
   may still run on another thread after it was uninstalled. */
static _Atomic int child_change = -1;

static void note_child_change(int signal) {
  (void)signal;
  int error = errno, descriptor = atomic_load(&child_change);
  uint64_t one = 1;
  if (descriptor >= 0 && write(descriptor, &one, sizeof one) < 0) errno = error;
  errno = error;
}

static void open_child_change(void) {
  if (atomic_load(&child_change) >= 0) return;
  int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), none = -1;
  if (made >= 0 && !atomic_compare_exchange_strong(&child_change, &none, made)) close(made);
}

/* The interval in milliseconds at which children are checked if `child_change` is missing. */
enum { look_again = 50 };

/* The time in milliseconds after SIGHUP within which a foreground command can end. A command that
   has not ended then is left running. */
enum { hang_up_time = 1000 };

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Waits until a child stops or ends, a signal requests the end of this program, or the terminal is
   closed. Waits at most `limit` milliseconds, or without limit if it is -1. Returns true if the end
   was requested or the terminal is closed. */
static bool wait_for_change(int terminal, int end_request, int limit) {
  int change = atomic_load(&child_change);
  struct pollfd ready[] = {{.fd = change, .events = POLLIN},
                           {.fd = end_request, .events = POLLIN},
                           {.fd = terminal}};
  if (change < 0 && (limit < 0 || limit > look_again)) limit = look_again;
  if (poll(ready, 3, limit) <= 0) return false;
  uint64_t count;
  if (ready[0].revents && read(change, &count, sizeof count) < 0) count = 0;
  return ready[1].revents != 0 || (ready[2].revents & (POLLHUP | POLLERR)) != 0;
}

void mocoa_foreground_hang_up(pid_t process) {
  killpg(process, SIGHUP);
  killpg(process, SIGCONT);
  int64_t end = now() + hang_up_time, left;
  while (!mocoa_command_has_ended(process) && (left = end - now()) > 0) {
    wait_for_change(-1, -1, left < look_again ? (int)left : look_again);
  }
  /* If the process still runs, init becomes its parent when this program exits. */
  waitpid(process, NULL, WNOHANG);
}

static int wait_for(pid_t process, int terminal, int end_request) {
  for (;;) {
    int code = 0;
    pid_t changed = waitpid(process, &code, WUNTRACED | WNOHANG);
    if (changed < 0 && errno != EINTR) return -SIGKILL;
    if (changed == process) {
      if (WIFSTOPPED(code)) return mocoa_foreground_stopped;
      return WIFSIGNALED(code) ? -WTERMSIG(code) : WEXITSTATUS(code);
    }
    if (wait_for_change(terminal, end_request, -1)) {
      mocoa_foreground_hang_up(process);
      return mocoa_foreground_left;
    }
  }
}

int mocoa_foreground_wait(pid_t process, int terminal, int end_request) {
  struct sigaction note = {.sa_handler = note_child_change, .sa_flags = SA_RESTART}, before;
  open_child_change();
  sigaction(SIGCHLD, &note, &before);
  int status = wait_for(process, terminal, end_request);
  sigaction(SIGCHLD, &before, NULL);
  take_terminal(terminal, getpgrp());
  return status;
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
