// EXPECT: TRUE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ long v=5; 
 printf("%ld\n",v); 
 return 0;}
