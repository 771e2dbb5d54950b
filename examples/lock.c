extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked = 0;

static void lock(void) {
  if (locked)
    reach_error();
  locked = 1;
}

static void unlock(void) {
  if (!locked)
    reach_error();
  locked = 0;
}

int main(void) {
  int requests, packets = 0;
  do {
    lock();
    requests = __VERIFIER_nondet_int();
    if (requests > 0 && packets < 1000) {
      packets++;
      unlock();
    }
  } while (requests > 0 && packets < 1000);
  if (locked)
    unlock();
  return 0;
}
