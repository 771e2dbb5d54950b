// EXPECT: TRUE
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main()
{
    int x = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (x % 2 == 4)
        reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}
