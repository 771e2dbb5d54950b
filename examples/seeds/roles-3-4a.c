// Variable roles, Figure 3.4a: t is a thread descriptor, len an allocation size, data a pointer to dynamic memory.
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void *malloc(unsigned long);
extern int nondet_int(void);
extern void assume(int);
extern void *thr(void *);

int main(void) {
  pthread_t t;
  int len = nondet_int();
  assume(len > 0);
  int *data = malloc(sizeof(int) * len);
  while (1) {
    pthread_create(&t, 0, thr, data);
  }
}
