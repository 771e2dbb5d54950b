// EXPECT: TRUE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ int v=5; 
 printf("%d %d\n",v,v); 
 return 0;}
