// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
union U{ struct{int t; int x;} a; struct{int t; float y;} b; }; int main(void){ union U u={.a={1,2}}; assert(u.b.t==1); u.b.y=1.0f; assert(u.a.x==0x3f800000); return 0; }
