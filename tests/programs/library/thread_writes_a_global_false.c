// EXPECT: FALSE
// NOT COMPILED: the thread must win a race
#include <pthread.h>

extern void reach_error(void);

int g;
void *t(void *a)
{
    g = 1;
    return 0;
}

int main()
{
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    if (g == 1)
        reach_error();
    return 0;
}
