// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct S{int a[3]; int b;};
int main(void){ struct S s={{0}}; int *e=&s.b; int*q=(int*)((char*)&s+__VERIFIER_nondet_int()%4*4+0); if(q<(int*)&s||q>e) return 0; *q=7; assert(s.b==0); return 0; }
