// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
#include <assert.h>
struct S{char c; int i;};
int main(void){ struct S a,b; memset(&a,0xff,sizeof a); memset(&b,0,sizeof b); a.c=b.c=1; a.i=b.i=2; assert(memcmp(&a,&b,sizeof a)==0); return 0; }
