// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct A{int x,y;}; struct B{struct A a; int z;};
int main(void){ struct A v={3,4}; struct B b={v,5}; assert(b.a.y==4&&b.z==5); struct B c={.a=v,.a.x=9}; assert(c.a.x==9); assert(c.z==0);
 struct B d[2]={v,1,{{7,8},2}}; assert(d[0].a.x==3&&d[0].z==1&&d[1].a.y==8&&d[1].z==2); return 0;}
