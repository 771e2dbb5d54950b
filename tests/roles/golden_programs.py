"""The example programs of the dissertation on variable roles, written down again in short."""

from __future__ import annotations

PRELUDE = "int nondet_int(void); char nondet_char(void); void assert(int); void assume(int);\n"

BITRATE = """
int tab[15]; int rate; int result;
void lookup(void) {
  int index = 0; int found = 0;
  while (!found && index < 15) { if (tab[index] == rate) found = 1; else ++index; }
  if (found) result = index;
}
"""
BYTE_SWAP = """
void swap(char *p, int count) { int i; for (i = 0; i < count; ++i) p += 4; }
"""
BIT_COUNT = """
int bits(int x) { int n = 0; int x_old = x; while (x) { n++; x = x & (x - 1); } return n; }
"""
SUFFIX = """
unsigned long strlen(const char *); int strcmp(const char *, const char *);
int is_suffix(char *s, char *t) {
  int ns = strlen(s), nx = strlen(t);
  if (ns < nx) return 0;
  return strcmp(s + ns - nx, t) == 0;
}
"""
NUMBER_READER = """
int open(const char *, int); long read(int, void *, unsigned long); int isdigit(int);
int number(void) {
  int fd = open("f", 0); char c; int val = 0;
  while (read(fd, &c, 1) > 0 && isdigit(c)) val = 10 * val + c - '0';
  return val;
}
"""
MUTEX = """
int m = 1;
int lock(void) { int nd; nd = nondet_int(); assert(m == 1); if (nd) { m = 2; return 0; } else return -4; }
"""
THREAD = """
typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void *malloc(unsigned long); void *thr(void *);
int main(void) {
  pthread_t t; int len = nondet_int(); assume(len > 0);
  int *data = malloc(sizeof(int) * len);
  while (1) { pthread_create(&t, 0, thr, data); }
}
"""
SKIP_LIST = """
struct sl_item { struct sl_item *n1, *n2; };
struct sl { struct sl_item *head, *tail; };
struct sl *list;
void use(void) { list->head->n1 = list->tail; list->head->n2 = 0; }
"""
ABSOLUTE = """
float absolute(float n) { float f; if (n >= 0) f = n; else f = -n; return f; }
"""
ACKERMANN = """
int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) { int m = nondet_int(); int n = nondet_int(); int result = ackermann(m, n); return result; }
"""
SWITCHES = """
int options(char *arg) { int sw = arg[1]; if (sw == 0) return 0; else if (sw == '-') return 1; return 2; }
"""
MAXIMUM = """
int main(void) {
  int id1 = nondet_char(); int id2 = nondet_char(); int id3 = nondet_char();
  int max1 = id1, max2 = id2, max3 = id3;
  int i = 0, cnt = 0;
  assume(id1!=id2 && id1!=id3 && id2!=id3);
  while (1) {
    if (max3 > max1) max1 = max3;
    if (max1 > max2) max2 = max1;
    if (max2 > max3) max3 = max2;
    if (i == 1) { if (max1 == id1) cnt++; if (max2 == id2) cnt++; if (max3 == id3) cnt++; }
    if (i>=1) assert(cnt==1);
    i++;
  }
}
"""
BUFFER = """
int main(void) {
  int buflen = nondet_int(); int inlen = nondet_int();
  assume(buflen>1); assume(inlen>buflen);
  int buf = 0; int buflim = buflen - 2;
  while (nondet_int()) { if (buf == buflim) break; assert(buf<buflen); buf++; assert(buf<inlen); }
}
"""
STEP_TWO = """
int main(void) { int i; for (i = 0; i < 1000000; i += 2); assert(i == 1000000); }
"""
TWO_LOOPS = """
int main(void) {
  int n = nondet_int(); int i = 0, j = n, k = 0;
  while (i < n) { i++; k++; }
  while (j > 0) { assert(k > 0); j--; k--; }
}
"""
