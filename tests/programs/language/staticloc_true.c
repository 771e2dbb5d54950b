// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(int d){ static int n; static int *p=&n; if(d>0) f(d-1); (*p)++; return n; }
int main(void){ assert(f(0)==1); assert(f(2)==4); return 0; }
