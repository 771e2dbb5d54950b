// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
#include <string.h>
#include <assert.h>
int main(void){ char b[8]; if(!fgets(b,8,stdin)) return 0; assert(b[0]!=0); return 0; }
