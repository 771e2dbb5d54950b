// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int x=1; const int *p=&x; *(int*)p=5; assert(x==5); assert(*p==5); return 0; }
