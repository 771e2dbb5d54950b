// EXPECT: FALSE
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    char *end;
    errno = 0;
    if (strtol("99", &end, 10) != __LONG_MAX__ || errno != ERANGE || *end != 0)
        reach_error();
    return 0;
}
