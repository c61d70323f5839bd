#define _GNU_SOURCE
#include "CPty.h"
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

static void all_signals_by_default(void) {
  sigset_t none;
  for (int signal = 1; signal < 32; signal++) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
  }
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_from_3(void) {
  close_range(3, ~0U, 0);
}

/* The main loop of the holder: reports each change of the program's status, and executes orders. It
   never returns. */
static void hold(pid_t program, int orders, int reports) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  /* While the program is stopped, the holder is in the foreground and receives the signals of keys. */
  const int ignored[] = {SIGTTOU, SIGHUP, SIGPIPE, SIGINT, SIGQUIT, SIGTSTP};
  for (unsigned i = 0; i < sizeof ignored / sizeof ignored[0]; i++) {
    sigaction(ignored[i], &ignore, NULL);
  }
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, NULL);
  int changes = signalfd(-1, &children, 0);
  int number = program;
  if (write(reports, &number, sizeof number) < 0) _exit(1);
  for (;;) {
    int status;
    while (waitpid(program, &status, WNOHANG | WUNTRACED) > 0) {
      tcsetpgrp(0, getpid());
      if (write(reports, &status, sizeof status) < 0) _exit(1);
    }
    struct pollfd ready[] = {{.fd = orders, .events = POLLIN}, {.fd = changes, .events = POLLIN}};
    if (poll(ready, 2, -1) < 0) continue;
    struct signalfd_siginfo news;
    if (ready[1].revents && read(changes, &news, sizeof news) < 0) _exit(1);
    if (!ready[0].revents) continue;
    char order;
    if (read(orders, &order, 1) != 1 || order == 'e') {
      kill(-program, SIGKILL);
      waitpid(program, &status, 0);
      _exit(0);
    }
    tcsetpgrp(0, program);
    if (order == 'f') kill(-program, SIGCONT);
  }
}

static void run(const char *path, char *const *arguments, char *const *environment) {
  pid_t self = getpid();
  setpgid(0, 0);
  /* Until tcsetpgrp returns, this process is in the background, where SIGTTOU would stop it. */
  sigset_t output;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  sigprocmask(SIG_BLOCK, &output, NULL);
  tcsetpgrp(0, self);
  sigprocmask(SIG_UNBLOCK, &output, NULL);
  close_from_3();
  execve(path, arguments, environment);
  _exit(127);
}

int mocoa_pty_start(const char *path, char *const *arguments, char *const *environment,
                    int columns, int rows, struct mocoa_pty *pty) {
  int slave, orders[2], reports[2];
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  if (openpty(&pty->master, &slave, NULL, NULL, &size) != 0) return -1;
  if (pipe2(orders, O_CLOEXEC) != 0 || pipe2(reports, O_CLOEXEC) != 0) return -1;
  fcntl(pty->master, F_SETFD, FD_CLOEXEC);
  tcgetattr(slave, &pty->before);
  pty->holder = fork();
  if (pty->holder < 0) return -1;
  if (pty->holder == 0) {
    all_signals_by_default();
    if (login_tty(slave) != 0) _exit(1);
    dup2(orders[0], 3);
    if (reports[1] != 4) dup2(reports[1], 4);
    /* Closes all other descriptors. An inherited copy of another holder's pipe would keep that pipe
       open. */
    close_range(5, ~0U, 0);
    pid_t program = fork();
    if (program == 0) run(path, arguments, environment);
    hold(program, 3, 4);
  }
  close(slave);
  close(orders[0]);
  close(reports[1]);
  pty->orders = orders[1];
  pty->reports = reports[0];
  return 0;
}

int mocoa_pty_resize(int master, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  return ioctl(master, TIOCSWINSZ, &size);
}
