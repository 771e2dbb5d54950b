// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a(int x){return x+1;} static int b(int x){return x-1;} typedef int(*F)(int);
static F pick(int i){ static F t[2]={a,b}; return t[i&1]; }
int main(void){ F f=pick(__VERIFIER_nondet_int()); assert((**f)(1)==2); return 0; }
