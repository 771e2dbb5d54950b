/* Function pointers, lists on the heap, pointers as integers, VLAs, recursion, static objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <alloca.h>

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation table[] = {add, sub, &add};
static operation pick(int n) { return n ? table[n - 1] : 0; }
struct object { int value; void (*step)(struct object *, int); };
static void grow(struct object *self, int by) { self->value += by; if (by > 1) self->step(self, by / 2); }

struct node { int value; struct node *next; };
static struct node *push(struct node *list, int value) {
  struct node *made = malloc(sizeof *made);
  made->value = value; made->next = list;
  return made;
}
static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) { struct node *next = list->next; list->next = done; done = list; list = next; }
  return done;
}
static unsigned ackermann(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int is_odd(int n);
static int is_even(int n) { return n == 0 || is_odd(n - 1); }
static int is_odd(int n) { return n != 0 && is_even(n - 1); }
static int counter(void) { static int calls = 10; return calls++; }
static int triangle(int n) { int rows[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) rows[i][j] = i * j; return rows[n - 1][n - 2] + (int)sizeof rows; }
static char *fill(char *buffer, int size) { for (int i = 0; i + 1 < size; i++) buffer[i] = 'a' + i % 26; buffer[size - 1] = 0; return buffer; }

int main(void) {
  printf("%d %d %d %d\n", table[0](5, 3), pick(2)(5, 3), (*pick(3))(1, 1), pick(0) == NULL);
  struct object o = {1, grow};
  o.step(&o, 9);
  printf("%d %d\n", o.value, table[0] == table[2]);
  struct node *list = NULL;
  for (int i = 0; i < 10; i++) list = push(list, i * i);
  list = reverse(list);
  int sum = 0;
  for (struct node *n = list; n; n = n->next) sum = sum * 3 + n->value;
  while (list) { struct node *next = list->next; free(list); list = next; }
  printf("%d %u %d %d\n", sum, ackermann(2, 4), is_even(1001), is_odd(77));
  int first = counter(), second = counter();
  printf("%d %d %d\n", first, second, counter());
  printf("%d %d\n", triangle(4), triangle(7));
  int x = 5, *p = &x, **pp = &p;
  uintptr_t bits = (uintptr_t)p;
  **pp = 6;
  printf("%d %d %d\n", *(int *)bits, (int)(bits % sizeof x), (int)((char *)(p + 1) - (char *)p));
  int array[5] = {1, 2, 3, 4, 5}, *end = array + 5, *q = end;
  long total = 0;
  while (q-- != array) total = total * 10 + *q;
  printf("%ld %d %d\n", total, (int)(end - array), end[-2]);
  char *grown = malloc(4);
  strcpy(grown, "abc");
  grown = realloc(grown, 100);
  strcat(grown, fill(alloca(12), 12));
  int *zeros = calloc(10, sizeof *zeros);
  for (int i = 0; i < 10; i++) zeros[i] += i;
  printf("%s %d\n", grown, zeros[9] + zeros[0]);
  free(grown); free(zeros); free(NULL);
  int depth = 0;
  again:
  if (depth < 3) { int local = depth * 7; int *pl = &local; depth += 1 + (*pl > 100); goto again; }
  switch (depth) { case 1: depth = 100; case 3 ... 5: depth += 10; case 7: depth *= 2; break; default: depth = -1; }
  printf("%d %s\n", depth, __func__);
  return 42;
}
