// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct S{unsigned b:3;}; int main(void){ struct S s={1}; 
 assert(_Generic(s.b, unsigned:1, int:2, default:3)==1); 
 return 0; }
