#define _GNU_SOURCE
#include "CTerminalGuard.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The signals whose numbers are written to the pipe, instead of their default actions. A signal
   that was ignored when the program started stays ignored, for example SIGHUP under nohup. */
static const int told[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
/* The signals that end the process: crashes, and signals that end a process without a handler. */
static const int fatal[] = {SIGILL,  SIGTRAP, SIGSEGV,   SIGABRT, SIGBUS,  SIGFPE,  SIGSYS,
                            SIGUSR1, SIGUSR2, SIGALRM,   SIGPIPE, SIGPROF, SIGXCPU, SIGPOLL,
                            SIGPWR,  SIGVTALRM, SIGSTKFLT};
enum { told_count = sizeof told / sizeof *told, fatal_count = sizeof fatal / sizeof *fatal };

static struct sigaction told_before[told_count], fatal_before[fatal_count];
static bool catching;
static int pipe_ends[2] = {-1, -1};
static atomic_bool pending[NSIG];

/* Whether SIGINT requests the end of the program. */
static atomic_bool interrupt_ends = true;
/* The first signal that requested the end, or 0, and the descriptor that becomes readable then. */
static atomic_int ending;
static int end_request = -1;

/* The action of SIGXFSZ before it was ignored. While SIGXFSZ is ignored, a write beyond the limit
   for file sizes fails instead of ending the program. */
static struct sigaction size_before;

/* After a stack overflow, a handler needs its own stack. Each thread has one; a thread that
   never calls mocoa_guard_shelter uses no memory page of it. */
static _Thread_local char handler_stack[64 * 1024];
static _Thread_local bool sheltered;

enum { unarmed, armed, restoring, restored };
static atomic_int state;
static pid_t owner;

/* The data that restores the terminal. The data changes while the program runs, and a crash may
   occur at any moment. The next data is therefore prepared in the buffer that is not current, and a
   pointer to it replaces the pointer to the current buffer atomically. */
struct way_back {
  int terminal;
  bool is_lent;
  struct termios modes;
  char reset[512];
  size_t length;
};
static struct way_back ways[2];
static _Atomic(struct way_back *) way_back;

static int kept = -1, stderr_before = -1;
enum { most_copied = 64 * 1024 };

/* Writes all bytes, but stops if the reader of a full descriptor takes no bytes for 250 ms, because
   a process that ends must not wait for its reader. */
static void write_out(int descriptor, const char *bytes, size_t length) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  while (length > 0) {
    ssize_t written = write(descriptor, bytes, length);
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      if (poll(&ready, 1, 250) <= 0) break;
    } else if (written < 0 && errno != EINTR) {
      break;
    }
  }
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags);
}

static void release_stderr(void) {
  if (kept < 0) return;
  int spool = kept;
  kept = -1;
  dup2(stderr_before, STDERR_FILENO);
  struct stat status;
  off_t at = fstat(spool, &status) == 0 && status.st_size > most_copied
    ? status.st_size - most_copied : 0;
  char bytes[1024];
  ssize_t count;
  while ((count = pread(spool, bytes, sizeof bytes, at)) > 0) {
    write_out(STDERR_FILENO, bytes, (size_t)count);
    at += count;
  }
  close(spool);
  close(stderr_before);
}

void mocoa_guard_restore(void) {
  int error = errno, expected = armed;
  if (getpid() != owner) return;
  if (!atomic_compare_exchange_strong(&state, &expected, restoring)) {
    /* If another thread is restoring the terminal, this thread must not end the process before the
       terminal is restored. */
    for (int i = 0; i < 200 && atomic_load(&state) == restoring; i++) poll(NULL, 0, 5);
    return;
  }
  const struct way_back *way = atomic_load(&way_back);
  write_out(way->terminal, way->reset, way->length);
  /* If the process is in the background, the terminal has the modes of the shell, which are kept.
     SIGTTOU is blocked, because it would stop a background process that changes the terminal. */
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  if (way->is_lent) tcsetpgrp(way->terminal, getpgrp());
  if (tcgetpgrp(way->terminal) == getpgrp()) tcsetattr(way->terminal, TCSANOW, &way->modes);
  release_stderr();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  atomic_store(&state, restored);
  errno = error;
}

static void by_default(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(signal, &action, NULL);
}

static void crashed(int signal) {
  mocoa_guard_restore();
  /* The signal stays pending until the handler returns. It then ends the process with the status
     and core dump of the crash. */
  by_default(signal);
  raise(signal);
}

static bool asks_for_the_end(int signal) {
  return signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT
    || (signal == SIGINT && atomic_load(&interrupt_ends));
}

/* Records a signal that requests the end. Returns false if an earlier signal was recorded. */
static bool note_end(int signal) {
  int none = 0;
  return atomic_compare_exchange_strong(&ending, &none, signal);
}

static void tell(int signal) {
  int error = errno;
  if (asks_for_the_end(signal) && note_end(signal)) {
    uint64_t one = 1;
    if (write(end_request, &one, sizeof one) < 0) errno = error;
  }
  unsigned char byte = (unsigned char)signal;
  /* A signal that is received again before the reader took its byte is not written again. */
  if (!atomic_exchange(&pending[signal], true) && write(pipe_ends[1], &byte, 1) < 0)
    atomic_store(&pending[signal], false);
  errno = error;
}

void mocoa_guard_interrupt_ends(bool ends) { atomic_store(&interrupt_ends, ends); }

int mocoa_guard_end_request(void) { return end_request; }

bool mocoa_guard_is_ending(void) { return atomic_load(&ending) != 0; }

void mocoa_guard_block_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  for (int i = 0; i < told_count; i++) sigaddset(&signals, told[i]);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

int mocoa_guard_next_signal(void) {
  unsigned char byte;
  for (;;) {
    ssize_t count = read(pipe_ends[0], &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1) return 0;
    if (byte == 0 || byte >= NSIG) continue;
    atomic_store(&pending[byte], false);
    return byte;
  }
}

void mocoa_guard_poke(void) {
  unsigned char none = 0;
  /* The write fails if the pipe is full, but a full pipe wakes its reader too. */
  if (write(pipe_ends[1], &none, 1) < 0) return;
}

void mocoa_guard_shelter(void) {
  if (sheltered) return;
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sheltered = sigaltstack(&stack, NULL) == 0;
}

int mocoa_guard_catch_signals(void) {
  static bool exits;
  if (!exits) exits = atexit(mocoa_guard_restore) == 0;
  if (pipe_ends[0] < 0 && pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  if (end_request < 0) end_request = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (end_request < 0) return -1;
  while (mocoa_guard_next_signal()) {}
  uint64_t count;
  if (read(end_request, &count, sizeof count) < 0) count = 0;
  atomic_store(&ending, 0);
  if (catching) return pipe_ends[0];
  catching = true;
  owner = getpid();
  mocoa_guard_shelter();
  struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < told_count; i++) {
    sigaction(told[i], NULL, &told_before[i]);
    if (told_before[i].sa_handler != SIG_IGN) sigaction(told[i], &action, NULL);
  }
  action.sa_handler = crashed;
  for (int i = 0; i < fatal_count; i++) {
    sigaction(fatal[i], NULL, &fatal_before[i]);
    if (fatal_before[i].sa_handler != SIG_IGN) sigaction(fatal[i], &action, NULL);
  }
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGXFSZ, &ignore, &size_before);
  return pipe_ends[0];
}

void mocoa_guard_release_signals(void) {
  if (!catching) return;
  catching = false;
  for (int i = 0; i < told_count; i++) sigaction(told[i], &told_before[i], NULL);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &fatal_before[i], NULL);
  sigaction(SIGXFSZ, &size_before, NULL);
}

static void end_if_asked(void) {
  int signal = atomic_load(&ending);
  if (signal != 0) mocoa_guard_end(signal);
}

void mocoa_guard_abandon_signals(void) {
  mocoa_guard_release_signals();
  end_if_asked();
}

static void note_late_end(int signal) { note_end(signal); }

void mocoa_guard_finish_signals(void) {
  if (!catching) return;
  struct sigaction once = {.sa_handler = note_late_end, .sa_flags = SA_RESTART | SA_RESETHAND};
  for (int i = 0; i < told_count; i++) {
    int signal = told[i];
    bool ends = asks_for_the_end(signal) || signal == SIGINT;
    if (ends && told_before[i].sa_handler == SIG_DFL) told_before[i] = once;
  }
  mocoa_guard_release_signals();
}

void mocoa_guard_let_signals_end(void) {
  for (int i = 0; i < told_count; i++) {
    struct sigaction now;
    if (sigaction(told[i], NULL, &now) == 0 && now.sa_handler == note_late_end) {
      by_default(told[i]);
    }
  }
  end_if_asked();
}

static void arm(int descriptor, const struct termios *saved, const char *reset, size_t length,
                bool is_lent) {
  struct way_back *next = atomic_load(&way_back) == &ways[0] ? &ways[1] : &ways[0];
  next->terminal = descriptor;
  next->is_lent = is_lent;
  next->modes = *saved;
  next->length = length < sizeof next->reset ? length : sizeof next->reset;
  memcpy(next->reset, reset, next->length);
  atomic_store(&way_back, next);
  int now = atomic_load(&state);
  while (now != restoring && !atomic_compare_exchange_weak(&state, &now, armed)) {}
}

void mocoa_guard_arm(int descriptor, const struct termios *saved, const char *reset,
                     size_t length) {
  arm(descriptor, saved, reset, length, false);
}

void mocoa_guard_arm_lent(int descriptor, const struct termios *saved, const char *reset,
                          size_t length) {
  arm(descriptor, saved, reset, length, true);
}

void mocoa_guard_disarm(void) { atomic_store(&state, unarmed); }

void mocoa_guard_end(int signal) {
  mocoa_guard_restore();
  by_default(signal);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(signal);
  _exit(128 + signal);
}

bool mocoa_guard_can_stop(void) {
  struct sigaction action;
  /* If SIGTSTP was ignored when the program started, the parent process has no job control. */
  if (sigaction(SIGTSTP, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return false;
  /* A parent in the same group stops together with this process, and its own parent continues
     both. */
  pid_t parent = getppid();
  return getsid(0) != getpid() && getsid(parent) == getsid(0);
}

/* Runs the default action of a stop signal for this process, or for its whole group. */
static void stop_by(int signal, bool group) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, stop_before, continue_before;
  sigset_t one, mask;
  sigaction(signal, &ignore, &stop_before);
  if (group) kill(0, signal);
  by_default(signal);
  /* The SIGCONT that ends this stop must not be reported. */
  sigaction(SIGCONT, NULL, &continue_before);
  by_default(SIGCONT);
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, &mask);
  /* The signal is sent to this thread, so that the process has stopped when `raise` returns. A
     signal to the process may be delivered to another thread, and this one would continue for a
     while. */
  raise(signal);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGCONT, &continue_before, NULL);
  sigaction(signal, &stop_before, NULL);
}

void mocoa_guard_stop(bool group) { stop_by(SIGTSTP, group); }

void mocoa_guard_await_foreground(int descriptor) {
  /* If no process can continue this group, the kernel ignores the stop signal, and the loop would
     not end. The number of attempts is therefore limited. */
  for (int attempt = 0; attempt < 100; attempt++) {
    /* A program that a signal requested to end needs no terminal, and must not stop again. */
    if (mocoa_guard_is_ending()) return;
    pid_t foreground = tcgetpgrp(descriptor);
    if (foreground < 0 || foreground == getpgrp()) return;
    /* A signal that arrived during the stop may still be handled on another thread. */
    poll(NULL, 0, 20);
    if (mocoa_guard_is_ending()) return;
    stop_by(SIGTTOU, true);
  }
}

int mocoa_guard_spool(size_t size) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size) return -1;
  return memfd_create("mocoa", MFD_CLOEXEC);
}

void mocoa_guard_keep_stderr(void) {
  if (kept >= 0 || !isatty(STDERR_FILENO)) return;
  int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  int spool = mocoa_guard_spool(most_copied);
  if (before < 0 || spool < 0 || dup2(spool, STDERR_FILENO) < 0) {
    if (before >= 0) close(before);
    if (spool >= 0) close(spool);
    return;
  }
  stderr_before = before;
  kept = spool;
}

void mocoa_guard_release_stderr(void) { release_stderr(); }
