// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g; int f(void){ return ++g; } int main(void){ if(__builtin_expect(f()==1,0)) g+=10; assert(g==11); assert(__builtin_expect(5,f())==5 && g==12); assert(__builtin_expect_with_probability(3,1,0.5)==3); int *p=__builtin_assume_aligned(&g,4); assert(*p==12); return 0;}
