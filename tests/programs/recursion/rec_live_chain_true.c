// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct L{int v; struct L*up;}; static int sum(struct L*l){int s=0; for(;l;l=l->up) s+=l->v; return s;}
static int f(int n,struct L*up){ struct L me={n,up}; if(n==0) return sum(&me); return f(n-1,&me); }
int main(void){ assert(f(6,0)==21); return 0;}
