/* Each value of the input is an attempt; the exit status is 0 if it was refused. FOLDER, WHET and CLONE are replaced. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern char **environ;
static int refused(long result) { return result == -1 && (errno == EPERM || errno == ENOSYS) ? 0 : 1; }
static void *nothing(void *p) { pause(); return p; }
static int threads(void) {
    pthread_attr_t small; pthread_t made; int count = 0;
    pthread_attr_init(&small); pthread_attr_setstacksize(&small, 16384);
    while (count < 5000 && pthread_create(&made, &small, nothing, 0) == 0) count++;
    return count > 64;
}
static int wrote_to_server(void) {
    char path[64]; int wrong = 0;
    for (int file = 0; file < 300; file++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", getppid(), file);
        wrong |= open(path, O_WRONLY) >= 0;
    }
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    return wrong | (open(path, O_RDWR) >= 0);
}
static int overwrote_shared_memory(void) {
    char line[512]; unsigned long begin, end;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "whet-test") && sscanf(line, "%lx-%lx", &begin, &end) == 2)
            memset((void *)begin, 0xff, 1 << 17);
    _exit(99);
}
int main(void) {
    int wrong = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0: for (int i = 0; i < 100; i++) wrong |= fork() != -1; return wrong;
    case 1: wrong = refused(syscall(SYS_vfork)) | refused(syscall(SYS_clone, CLONE, 0, 0, 0, 0)); return wrong | refused(syscall(435, 0, 0));
    case 2: { pid_t pid; char *args[] = {"touch", FOLDER "/made", 0}; return posix_spawnp(&pid, "touch", 0, 0, args, environ) == 0; }
    case 3: execl("/usr/bin/touch", "touch", FOLDER "/made", (char *)0); return refused(-1);
    case 4: wrong = open(FOLDER "/made", O_CREAT | O_WRONLY, 0600) >= 0; return wrong | (open(FOLDER "/victim", O_RDWR) >= 0);
    case 5: wrong = refused(unlink(FOLDER "/victim")) | refused(rename(FOLDER "/victim", FOLDER "/made"));
            wrong |= refused(truncate(FOLDER "/victim", 0)) | refused(chmod(FOLDER "/victim", 0));
            return wrong | refused(mkdir(FOLDER "/made", 0700)) | refused(symlink("a", FOLDER "/made"));
    case 6: return refused(socket(AF_INET, SOCK_STREAM, 0)) | refused(socket(AF_UNIX, SOCK_STREAM, 0)) | refused(socket(16, SOCK_RAW, 0));
    case 7: wrong = refused(kill(getppid(), SIGTERM)) | refused(kill(WHET, SIGTERM)) | refused(kill(0, SIGTERM)) | refused(kill(-1, SIGTERM));
            return wrong | refused(syscall(SYS_tgkill, WHET, WHET, SIGTERM)) | refused(sigqueue(WHET, SIGTERM, (union sigval){0}));
    case 8: { static char lines[1 << 20]; for (int i = 0; i < 100; i++) { write(1, lines, sizeof lines); write(2, lines, sizeof lines); } return 0; }
    case 9: for (long i = 0; i < 300; i++) { char *p = malloc(1 << 20); if (!p) return 0; memset(p, 1, 1 << 20); } return 1;
    case 10: for (;;) sleep(1000);
    case 11: { sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) ; }
    case 12: for (int i = 0; i < 1000; i++) close(i); return 0;
    case 13: return overwrote_shared_memory();
    case 14: _exit(99);
    case 15: { struct iovec here = {&wrong, 4}; wrong = refused(ptrace(PTRACE_ATTACH, getppid(), 0, 0)) | refused(ptrace(PTRACE_TRACEME, 0, 0, 0));
               return wrong | refused(process_vm_writev(getppid(), &here, 1, &here, 1, 0)); }
    case 16: return wrote_to_server();
    case 17: wrong = refused(setsid()) | refused(setpgid(0, 0)); return wrong | refused(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
    case 18: { struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY}; return refused(setrlimit(RLIMIT_CPU, &all)) | refused(setrlimit(RLIMIT_DATA, &all)); }
    case 19: return refused(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    case 20: wrong = refused(syscall(SYS_reboot, 0, 0, 0, 0)) | refused(syscall(SYS_unshare, 0x10000000)) | refused(chroot("/"));
             return wrong | refused(syscall(SYS_io_uring_setup, 1, 0)) | refused(syscall(SYS_bpf, 0, 0, 0)) | refused(syscall(SYS_sethostname, "a", 1));
    case 21: return threads();
    case 22: for (int i = 3; i < 300; i++) wrong |= write(i, "1", 1) == 1; return wrong;
    case 23: return refused(syscall(SYS_prlimit64, WHET, RLIMIT_NOFILE, &(struct rlimit){0}, 0)) | refused(nice(1) == -1 ? -1 : 0) | refused(fcntl(1, F_SETOWN, WHET));
    case 24: raise(SIGUSR1); return 1;
    }
    return 1;
}
