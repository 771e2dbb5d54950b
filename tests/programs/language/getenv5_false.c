// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(int c,char**v,char**e){ char*a=getenv("PATH"); assert(a==0); return 0; }
