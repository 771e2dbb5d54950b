// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stddef.h>
static char pool[100];
void *malloc(size_t n){ (void)n; return pool; }
int main(void){ char*a=malloc(4),*b=malloc(4); a[0]=1; b[0]=2; assert(a[0]==1); return 0; }
