// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
int main(int argc,char**argv){ if(argc<2) return 0; unsigned long n=strtoul(argv[1],0,10); 
 if(n==0||n>64) return 0; 
 static char b[64]; b[n-1]=1; return 0; }
