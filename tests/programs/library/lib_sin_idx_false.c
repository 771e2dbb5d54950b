// EXPECT: FALSE
// COMMAND: whet verify
#include <math.h>
int main(void){ static int t[201]; for(int i=0;i<5;i++) 
 t[(int)(cos(i)*101)+100]=1; 
 return 0; }
