// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(int argc,char**v){ int n=0; assert(__builtin_constant_p(3)); assert(__builtin_constant_p(3+4*2)); int k=__builtin_constant_p(n++); assert(n==0); (void)k; assert(__builtin_choose_expr(1,5,n++)==5 && n==0); assert(__builtin_types_compatible_p(int,const int) && !__builtin_types_compatible_p(int,unsigned) && __builtin_types_compatible_p(int[],int[5]) && !__builtin_types_compatible_p(char,signed char)); enum E{A}; assert(!__builtin_types_compatible_p(enum E,int)); assert(__builtin_types_compatible_p(long,long int)); return 0;}
