// EXPECT: ANY
// COMMAND: whet verify
#include <errno.h>
#include <assert.h>
#include <stdlib.h>
int main(void){ errno=0; void*p=malloc((size_t)1<<62); assert(p!=0); free(p); return 0; }
