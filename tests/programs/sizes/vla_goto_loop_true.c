// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int i=1; 
top: ; { int a[i]; assert(sizeof a==i*4ul); a[i-1]=i; assert(a[i-1]==i); } if(++i<6) goto top; return 0;}
