// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ long v=5; 
 printf("%d\n",v); 
 return 0;}
