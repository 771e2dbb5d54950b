// EXPECT: TRUE
#include <time.h>

extern void reach_error(void);

int main()
{
    time_t a = 0, b = 86400;
    struct tm *p = gmtime(&a);
    int d = p->tm_mday;
    struct tm *q = gmtime(&b);
    if (!(p->tm_mday != d))
        reach_error();
    return 0;
}
