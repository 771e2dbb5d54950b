// EXPECT: TRUE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ char b[3]={'a','b','c'}; 
 printf("%.3s\n",b); 
 return 0;}
