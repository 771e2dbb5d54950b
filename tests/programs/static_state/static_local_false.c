// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static int id(void){ static int n=10; return n++; } static int g(int k){ static int tot; { static int tot=100; tot+=k; if(k>5) return tot; } tot+=k; return tot; }
int main(void){ id(); id(); assert(id()==12); g(1); g(6);
 assert(g(2)==3 && g(7)==115); 
 return 0;}
