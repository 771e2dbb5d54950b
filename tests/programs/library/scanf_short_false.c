// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
int main(void){ short s=0; if(sscanf("12","%d",(void*)&s)!=1) return 0; return s==99;}
