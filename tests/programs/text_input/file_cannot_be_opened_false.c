// EXPECT: FALSE
// ABOUT: what fopen leaves in errno
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    FILE *f = fopen("a file that is not there", "r");
    assert(f || errno == 0);
    return 0;
}
