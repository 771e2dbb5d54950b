// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct S{char a[4]; int b[3];}; int main(void){ char b[10]; struct S s; assert(__builtin_object_size(b,0)==10); assert(__builtin_object_size(&s,0)==16); assert(__builtin_object_size(s.a,1)==4); return 0;}
