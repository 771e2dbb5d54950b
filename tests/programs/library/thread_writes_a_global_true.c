// EXPECT: TRUE
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
    if (g == 2)
        reach_error();
    return 0;
}
