// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
int main(void){ long l=5; 
 short*s=(short*)&l; 
 s[1]=0; return l==9;}
