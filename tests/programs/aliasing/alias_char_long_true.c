// EXPECT: TRUE
// COMMAND: whet verify
#include <string.h>
int main(void){ long l=5; 
 char*s=(char*)&l; 
 s[1]=0; return l==9;}
