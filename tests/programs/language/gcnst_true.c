// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
const int ci=5; int main(void);

int main(void){
assert((long long)(__builtin_constant_p(ci))==0);
return 0;}
