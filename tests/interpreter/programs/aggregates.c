/* Structures, unions, bit-fields, copies, arrays of several dimensions. */
#include <stdio.h>
#include <string.h>

struct point { char tag; int x, y; short z; };
struct line { struct point a, b; double length; };
union number { unsigned u; float f; unsigned char bytes[8]; unsigned long long wide; struct { unsigned short low, high; } half; };
struct flags { unsigned a : 3; int b : 5; unsigned long long c : 40; _Bool d : 1; unsigned : 0; signed char e : 7; };
struct packed { char c; int i; } __attribute__((packed));

static struct point move(struct point p, int by) { p.x += by; p.y -= by; return p; }
static struct line make(int n) { struct line l = {{'a', n, 2 * n, 3}, {.y = 7, .tag = 'b'}, 1.5}; l.b.x = n; return l; }
static int sum(int a[][3], int rows) { int s = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < 3; j++) s += a[i][j] * (i + j); return s; }

int main(void) {
  struct point p = {'p', 1, 2, 3}, q;
  q = p;
  p.x = 9;
  printf("%c %d %d %d %d\n", q.tag, q.x, q.y, q.z, p.x);
  q = move(move(p, 4), 3);
  printf("%d %d %d\n", q.x, q.y, p.x);
  struct line l = make(5), *pl = &l;
  l.a = pl->b;
  printf("%d %d %c %g %d\n", l.a.x, l.a.y, pl->a.tag, pl->length, (int)sizeof l);
  union number n = {.wide = 0};
  n.f = 1.5f;
  printf("%x %x %x %d\n", n.u, n.half.high, n.bytes[3], (int)sizeof n);
  n.bytes[0] = 255;
  printf("%.10g %llx\n", n.f, n.wide);
  struct flags f = {5, -3, 0x123456789aULL, 1, -1}, g = f;
  unsigned long long wide = f.c;
  f.a += 7; f.b *= 9; f.c = wide << 3; f.d = 4; f.e = 100;
  printf("%d %d %llx %d %d | %d %d %llx %d %d\n", f.a, f.b, (unsigned long long)f.c, f.d, f.e, g.a, g.b, (unsigned long long)g.c, g.d, g.e);
  unsigned char image[sizeof f];
  memset(&f, 0, sizeof f); f.b = -1; f.e = 3; memcpy(image, &f, sizeof f);
  for (unsigned i = 0; i < sizeof f; i++) printf("%02x", image[i]);
  struct packed k[3] = {{1, 2}, {3, 4}, {5, 6}};
  printf(" %d %d\n", (int)sizeof k, *(int *)((char *)k + 6));
  int m[4][3] = {{1, 2, 3}, {4}, [3] = {7, [2] = 9}};
  int (*row)[3] = m + 1;
  printf("%d %d %d %d\n", sum(m, 4), (*row)[0], row[2][2], (int)(&m[3][1] - &m[0][2]));
  struct { int n; struct point ps[2]; } nested = {2, {{'x', 1}, {'y', 2}}}, copies[2];
  copies[1] = copies[0] = nested;
  copies[1].ps[1].x++;
  printf("%d %d %c\n", copies[0].ps[1].x, copies[1].ps[1].x, copies[1].ps[0].tag);
  return 0;
}
