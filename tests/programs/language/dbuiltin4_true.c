// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
char *nn; struct {char a[4]; int b;} ss;

int main(void){
assert((long long)(__builtin_object_size(ss.a,1))==4);
assert((long long)(__builtin_object_size(ss.a,0))==8);
assert((long long)(__builtin_object_size(nn,0))==-1);
assert((long long)(__builtin_object_size(nn,2))==0);
return 0;}
