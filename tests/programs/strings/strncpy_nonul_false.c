// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
int main(int argc,char**argv){ char d[4]; const char*s=argc>1?"abcdef":"ab"; strncpy(d,s,sizeof d); 
 return strlen(d)==9;}
