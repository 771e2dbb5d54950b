// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ char w[5]; if(scanf("%5s",w)==1) return w[0]; return 0; }
