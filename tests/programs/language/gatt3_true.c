// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
enum E { EA=1 } __attribute__((mode(QI)));

int main(void){
assert((long long)(sizeof(enum E))==1);
return 0;}
