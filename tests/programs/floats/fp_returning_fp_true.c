// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef int (*F)(int); static int inc(int x){return x+1;} static int dec(int x){return x-1;}
static F pick(int c){ return c?inc:dec; } static int (*(*pp)(int))(int)=pick;
int main(void){ assert(pp(1)(5)==6 && (*pp(0))(5)==4 && (***pick)(1)!=dec); assert(pick(0)==&dec); return 0;}
