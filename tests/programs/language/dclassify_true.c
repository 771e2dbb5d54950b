// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
enum E {a}; struct S {int x;} s; _Bool bo; int arr[3]; int fn(void);

int main(void){
assert((long long)(__builtin_classify_type(1))==1);
assert((long long)(__builtin_classify_type('a'))==1);
assert((long long)(__builtin_classify_type(bo))==1);
assert((long long)(__builtin_classify_type((enum E)a))==1);
assert((long long)(__builtin_classify_type(arr))==5);
assert((long long)(__builtin_classify_type(&bo))==5);
assert((long long)(__builtin_classify_type(1.0))==8);
assert((long long)(__builtin_classify_type(s))==12);
assert((long long)(__builtin_classify_type(fn))==5);
assert((long long)(__builtin_types_compatible_p(enum E, unsigned))==1);
assert((long long)(__builtin_types_compatible_p(enum E, int))==0);
assert((long long)(__builtin_types_compatible_p(char, signed char))==0);
assert((long long)(__builtin_types_compatible_p(int[], int[5]))==1);
assert((long long)(__builtin_types_compatible_p(const int, int))==1);
assert((long long)(__builtin_types_compatible_p(long, long long))==0);
assert((long long)(__builtin_types_compatible_p(typeof(1?(char)1:(char)1), int))==1);
return 0;}
