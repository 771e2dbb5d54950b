// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ assert(strlen("??=")==3); int a<:2:>=<%1,2%>; assert(a<:1:>==2); int x=1; //\
 x=2;
 assert(x==1); int y = 4//**/2
 ; assert(y==4); return 0; }
