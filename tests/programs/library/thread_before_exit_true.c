// EXPECT: TRUE
#include <stdlib.h>
#include <pthread.h>

extern void reach_error(void);

void *t(void *a)
{
    reach_error();
    return 0;
}

int main()
{
    pthread_t p;
    exit(0);
    pthread_create(&p, 0, t, 0);
    pthread_join(p, 0);
}
