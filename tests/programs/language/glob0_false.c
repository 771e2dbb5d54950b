// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static struct {int a; char*s; double d;} g; static int *p; int main(void){ assert(g.a==0&&g.s==0&&g.d==0&&p==0); assert(g.a); return 0; }
