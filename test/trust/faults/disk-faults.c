// Faults of disk and clock on demand: loaded before the C library (LD_PRELOAD), it stands between SQLite and the kernel.
//
// DISK_FAULTS_DIR      only files whose path begins with this are touched
// DISK_FAULTS_RULES    rules that hold from the start, parted by ';'
// DISK_FAULTS_CONTROL  a file of more rules, one a line; looked at again whenever it changes
//
// A rule: OPERATION key=value …
//   read | write | sync | truncate | open | openw (an open that may write)
//     error=EIO|ENOSPC|EROFS|EACCES|EDQUOT   the call fails so
//     short=1                                 a write takes only half of its bytes
//     delay=MS                                the call takes so much longer
//     file=NAME                               only the file of this very name
//     after=N                                 only from the (N+1)-th such call on
//     times=N                                 only so many times
//     percent=P seed=S                        only so often, by a generator that S starts
//   clock offset=SECONDS                      the time of day is so much later; negative: earlier
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define RULES_MAX 64
#define TEXT_MAX 8192

enum op { READ, WRITE, SYNC, TRUNCATE, OPEN, OPEN_WRITING };

static const char *const OP_NAMES[] = {"read", "write", "sync", "truncate", "open", "openw"};

struct rule {
  enum op op;
  int error, is_short, delay_ms, percent;
  long after, times, seen, done;
  uint64_t random;
  char file[128];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rule rules[RULES_MAX];
static int rule_count;
static volatile long clock_offset;
static struct stat control_seen;
static const char *directory, *fixed_rules, *control;
static volatile int is_ready;

static int error_of(const char *name) {
  if (strcmp(name, "EIO") == 0) return EIO;
  if (strcmp(name, "ENOSPC") == 0) return ENOSPC;
  if (strcmp(name, "EROFS") == 0) return EROFS;
  if (strcmp(name, "EACCES") == 0) return EACCES;
  if (strcmp(name, "EDQUOT") == 0) return EDQUOT;
  fprintf(stderr, "disk-faults: no error is called %s\n", name);
  abort();
}

static void add_rule(char *line) {
  char *rest = NULL;
  char *word = strtok_r(line, " \t\r", &rest);
  if (word == NULL || word[0] == '#') return;
  struct rule rule = {.percent = 100, .times = -1, .random = 1};
  int op = -1;
  for (int at = 0; at < 6; at++)
    if (strcmp(word, OP_NAMES[at]) == 0) op = at;
  int is_clock = strcmp(word, "clock") == 0;
  if ((op < 0 && !is_clock) || rule_count == RULES_MAX) {
    fprintf(stderr, "disk-faults: no operation is called %s\n", word);
    abort();
  }
  rule.op = (enum op)op;
  while ((word = strtok_r(NULL, " \t\r", &rest)) != NULL) {
    char *value = strchr(word, '=');
    if (value == NULL) continue;
    *value++ = '\0';
    if (strcmp(word, "offset") == 0) clock_offset = atol(value);
    else if (strcmp(word, "error") == 0) rule.error = error_of(value);
    else if (strcmp(word, "short") == 0) rule.is_short = atoi(value);
    else if (strcmp(word, "delay") == 0) rule.delay_ms = atoi(value);
    else if (strcmp(word, "file") == 0) snprintf(rule.file, sizeof rule.file, "%s", value);
    else if (strcmp(word, "after") == 0) rule.after = atol(value);
    else if (strcmp(word, "times") == 0) rule.times = atol(value);
    else if (strcmp(word, "percent") == 0) rule.percent = atoi(value);
    else if (strcmp(word, "seed") == 0) rule.random = strtoull(value, NULL, 10) * 2654435761u + 1;
  }
  if (!is_clock) rules[rule_count++] = rule;
}

static void add_rules(const char *text, const char *between) {
  char copy[TEXT_MAX];
  snprintf(copy, sizeof copy, "%s", text);
  char *rest = NULL;
  for (char *line = strtok_r(copy, between, &rest); line != NULL; line = strtok_r(NULL, between, &rest)) add_rule(line);
}

// Past our own functions: what is read here is not itself to fail.
static void look_at_control(void) {
  struct stat now;
  memset(&now, 0, sizeof now);
  if (control == NULL || syscall(SYS_newfstatat, AT_FDCWD, control, &now, 0) != 0) return;
  if (now.st_ino == control_seen.st_ino && now.st_size == control_seen.st_size &&
      now.st_mtim.tv_sec == control_seen.st_mtim.tv_sec && now.st_mtim.tv_nsec == control_seen.st_mtim.tv_nsec)
    return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, control, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  char text[TEXT_MAX];
  long length = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  if (length < 0) return;
  text[length] = '\0';
  control_seen = now;
  rule_count = 0;
  clock_offset = 0;
  if (fixed_rules != NULL) add_rules(fixed_rules, ";");
  add_rules(text, "\n");
}

__attribute__((constructor)) static void begin(void) {
  directory = getenv("DISK_FAULTS_DIR");
  fixed_rules = getenv("DISK_FAULTS_RULES");
  control = getenv("DISK_FAULTS_CONTROL");
  if (fixed_rules != NULL) add_rules(fixed_rules, ";");
  look_at_control();
  is_ready = 1;
}

static int is_named(const struct rule *rule, const char *path) {
  if (rule->file[0] == '\0') return 1;
  const char *slash = strrchr(path, '/');
  return strcmp(slash == NULL ? path : slash + 1, rule->file) == 0;
}

static int is_drawn(struct rule *rule) {
  if (rule->percent >= 100) return 1;
  rule->random = rule->random * 6364136223846793005u + 1442695040888963407u;
  return (int)((rule->random >> 33) % 100) < rule->percent;
}

struct fault {
  int error, is_short;
};

static struct fault fault_at(enum op op, const char *path) {
  struct fault fault = {0, 0};
  int delay_ms = 0;
  if (!is_ready || directory == NULL || strncmp(path, directory, strlen(directory)) != 0) return fault;
  pthread_mutex_lock(&lock);
  look_at_control();
  for (int at = 0; at < rule_count; at++) {
    struct rule *rule = &rules[at];
    if (rule->op != op || !is_named(rule, path)) continue;
    if (rule->seen++ < rule->after || rule->done == rule->times || !is_drawn(rule)) continue;
    rule->done++;
    delay_ms += rule->delay_ms;
    if (rule->error != 0) fault.error = rule->error;
    if (rule->is_short != 0) fault.is_short = 1;
  }
  pthread_mutex_unlock(&lock);
  if (delay_ms > 0) {
    struct timespec time = {delay_ms / 1000, (delay_ms % 1000) * 1000000L};
    nanosleep(&time, NULL);
  }
  return fault;
}

static struct fault fault_of(enum op op, int file) {
  struct fault none = {0, 0};
  if (!is_ready || (rule_count == 0 && control == NULL)) return none;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return none;
  path[length] = '\0';
  // The kernel says so of files that have lost their name.
  char *deleted = strstr(path, " (deleted)");
  if (deleted != NULL) *deleted = '\0';
  return fault_at(op, path);
}

#define NEXT(name) \
  static __typeof__(name) *next = NULL; \
  if (next == NULL) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);

#define FAIL_IF(op, file) \
  struct fault fault = fault_of(op, file); \
  if (fault.error != 0) { \
    errno = fault.error; \
    return -1; \
  }

ssize_t read(int file, void *bytes, size_t count) {
  NEXT(read)
  FAIL_IF(READ, file)
  return next(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  NEXT(pread)
  FAIL_IF(READ, file)
  return next(file, bytes, count, at);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
  NEXT(pread64)
  FAIL_IF(READ, file)
  return next(file, bytes, count, at);
}

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(write)
  FAIL_IF(WRITE, file)
  return next(file, bytes, fault.is_short && count > 1 ? count / 2 : count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  NEXT(pwrite)
  FAIL_IF(WRITE, file)
  return next(file, bytes, fault.is_short && count > 1 ? count / 2 : count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  NEXT(pwrite64)
  FAIL_IF(WRITE, file)
  return next(file, bytes, fault.is_short && count > 1 ? count / 2 : count, at);
}

int fsync(int file) {
  NEXT(fsync)
  FAIL_IF(SYNC, file)
  return next(file);
}

int fdatasync(int file) {
  NEXT(fdatasync)
  FAIL_IF(SYNC, file)
  return next(file);
}

int ftruncate(int file, off_t length) {
  NEXT(ftruncate)
  FAIL_IF(TRUNCATE, file)
  return next(file, length);
}

int ftruncate64(int file, off64_t length) {
  NEXT(ftruncate64)
  FAIL_IF(TRUNCATE, file)
  return next(file, length);
}

static int refused_open(const char *path, int flags) {
  if (!is_ready || (rule_count == 0 && control == NULL)) return 0;
  struct fault fault = fault_at(OPEN, path);
  if (fault.error == 0 && (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0) fault = fault_at(OPEN_WRITING, path);
  if (fault.error != 0) errno = fault.error;
  return fault.error != 0;
}

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode = va_arg(arguments, mode_t); \
    va_end(arguments); \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  NEXT(open)
  return refused_open(path, flags) ? -1 : next(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  NEXT(open64)
  return refused_open(path, flags) ? -1 : next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  NEXT(openat)
  return refused_open(path, flags) ? -1 : next(folder, path, flags, mode);
}

// The clock is asked millions of times: its rules are looked at a few times a second only.
static void look_now_and_then(void) {
  static volatile long last_ms = -1000;
  struct timespec now;
  if (control == NULL || syscall(SYS_clock_gettime, CLOCK_MONOTONIC_COARSE, &now) != 0) return;
  long ms = now.tv_sec * 1000 + now.tv_nsec / 1000000;
  if (ms - last_ms < 20 || pthread_mutex_trylock(&lock) != 0) return;
  last_ms = ms;
  look_at_control();
  pthread_mutex_unlock(&lock);
}

int clock_gettime(clockid_t id, struct timespec *time) {
  NEXT(clock_gettime)
  int result = next(id, time);
  if (result != 0 || !is_ready || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return result;
  look_now_and_then();
  time->tv_sec += clock_offset;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  NEXT(gettimeofday)
  int result = next(time, zone);
  if (result != 0 || !is_ready) return result;
  look_now_and_then();
  time->tv_sec += clock_offset;
  return result;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into != NULL) *into = now.tv_sec;
  return now.tv_sec;
}

// Whoever waits until a time of day has read it here, and the kernel counts by its own.
static struct timespec kernel_time(const struct timespec *until) {
  struct timespec time = *until;
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  // Counted from the machine's start a time is far smaller, and ours to leave alone.
  if (time.tv_sec > now.tv_sec / 2) time.tv_sec -= clock_offset;
  return time;
}

static void *versioned(const char *name, const char *version) {
  void *found = dlvsym(RTLD_NEXT, name, version);
  return found != NULL ? found : dlsym(RTLD_NEXT, name);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  static __typeof__(pthread_cond_timedwait) *next = NULL;
  // The first version of this name works on conditions of another shape.
  if (next == NULL) next = versioned("pthread_cond_timedwait", "GLIBC_2.3.2");
  struct timespec time = kernel_time(until);
  return next(condition, mutex, &time);
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until) {
  NEXT(pthread_cond_clockwait)
  struct timespec time = clock == CLOCK_REALTIME ? kernel_time(until) : *until;
  return next(condition, mutex, clock, &time);
}
