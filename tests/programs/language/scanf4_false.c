// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
#include <assert.h>
int main(void){ char w[6]; if(scanf("%5s",w)==1) { assert(w[0]!=0 || w[0]==0); int n=0; while(w[n]) n++; assert(n<5);} return 0; }
