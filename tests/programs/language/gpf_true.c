// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static const char *fn(void){ return __PRETTY_FUNCTION__; }

int main(void){
assert((long long)(fn()[0])==102);
return 0;}
