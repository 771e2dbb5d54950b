// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct N{int v; struct N*n;};
extern int __VERIFIER_nondet_int(void);
int main(void){ struct N a={1,0},b={2,&a},c={3,&b}; if(__VERIFIER_nondet_int()>5) b.n=&c; struct N*p=&c; int i=0; while(p&&i<5){ i++; p=p->n; } assert(i==3); return 0; }
