// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
extern char **environ;
int main(void){ char*e[]={"WHETX=1",0}; char*a=getenv("WHETX"); environ=e; char*b=getenv("WHETX"); assert(a==b); return 0; }
