// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <errno.h>

int main(void){
assert((long long)(({ errno=0; long v=strtol("-9223372036854775809",0,10); (v<0)*100000+errno; }))==100034);
assert((long long)(({ errno=0; strtol("12",0,1); errno; }))==22);
assert((long long)(({ errno=0; strtoul("-18446744073709551616",0,10)%1000; }))==615);
assert((long long)(atoi("2147483647"))==2147483647);
assert((long long)(atoi("-"))==0);
assert((long long)(atol(" -42x"))==-42);
assert((long long)(atoi("4294967297"))==1);
assert((long long)(strtoll("0777",0,0))==511);
return 0;}
