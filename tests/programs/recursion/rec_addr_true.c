// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(int n,int*prev){ int x=n; if(prev){ assert(prev!=&x); *prev+=x; } if(n==0) return 0; f(n-1,&x); return x; }
int main(void){ int r=f(5,0); 
 assert(r==9); 
 return 0;}
