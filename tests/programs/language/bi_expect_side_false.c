// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g; int f(void){ return ++g; } int main(void){ int k=__builtin_expect(5,f()); 
 assert(k==5 && g==1); 
 return 0; }
