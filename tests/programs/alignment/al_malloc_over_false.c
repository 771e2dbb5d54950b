// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
struct __attribute__((aligned(64))) L { int x; }; 
int main(void){ struct L*p=malloc(sizeof *p); if(!p) return 0; p->x=1; free(p); return 0; }
