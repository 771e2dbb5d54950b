// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct S{int a[3];}; static struct S f(struct S s){ s.a[0]++; return s; }
int main(void){ struct S s={{1,2,3}}; struct S t=f(s); s=t; t.a[1]=9; assert(f(f(s)).a[0]==4); assert(s.a[1]==9); return 0; }
