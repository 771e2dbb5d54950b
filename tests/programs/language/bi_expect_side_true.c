// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int g; int f(void){ return ++g; } int main(void){ int k=__builtin_expect(5,f()); 
 assert(k==5 && g==0); 
 return 0; }
