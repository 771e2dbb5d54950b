// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stddef.h>

int main(void){
assert((long long)('abcd')==1633837924);
assert((long long)('abc')==6382179);
assert((long long)('\377a')==65377);
assert((long long)('a\377')==25087);
assert((long long)(u'\xffff')==65535);
assert((long long)(U'\xffffffff' > 0)==1);
assert((long long)('abcde')==1650680933);
return 0;}
