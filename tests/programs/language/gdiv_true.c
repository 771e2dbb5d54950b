// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int m=-7,k=2; unsigned u=3; long l=-9;

int main(void){
assert((long long)(m/k)==-3);
assert((long long)(m%k)==-1);
assert((long long)(m/u)==1431655763);
assert((long long)(l/u)==-3);
assert((long long)(l%u)==0);
assert((long long)(m>>1)==-4);
assert((long long)(m/(short)2)==-3);
assert((long long)((unsigned char)m/k)==124);
assert((long long)(-m%-k)==1);
assert((long long)((m+u)/2)==2147483646);
return 0;}
