// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stddef.h>
struct S{int a; struct {char c[3]; int d;} e[2];}; int main(void){ assert(__builtin_offsetof(struct S,e[1].d)==16); assert(offsetof(struct S,e[1].c[2])==14); assert(__alignof__(struct S)==4); assert(__builtin_strlen("abc")==3); assert(__builtin_abs(-3)==3); assert(__builtin_isnan(__builtin_nan(""))); assert(__builtin_inf()>1e308); assert(__builtin_signbit(-0.0)); assert(__builtin_memcmp("a","a",1)==0); return 0;}
