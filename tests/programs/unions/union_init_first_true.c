// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
union U{ char c; int i; };
static union U g={.c=5};
int main(void){ assert(g.i==5); union U u={0}; assert(u.c==0); union {int a; char b;} w={.b=7,.a=9}; assert(w.a==9); return 0;}
