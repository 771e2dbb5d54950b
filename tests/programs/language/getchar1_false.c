// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
#include <assert.h>
int main(void){ char c; int n=0; while((c=getchar())!=EOF && n<3){ n++; } if(n<3){ int d=getchar(); assert(d==EOF);} return 0; }
