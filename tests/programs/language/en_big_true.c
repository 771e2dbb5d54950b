// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
enum {A=1,B=0x100000000L}; enum U{X=0xFFFFFFFF,Y=1}; enum M{Q=-1,R=0xFFFFFFFF}; int main(void){ assert(sizeof(A)==4 || sizeof(A)==8); assert(sizeof(B)==8 && B>A); assert(sizeof(enum U)==4 && X>0); assert(sizeof(enum M)==8 && Q<R); return 0;}
