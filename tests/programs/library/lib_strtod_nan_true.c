// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
int main(int argc,char**argv){ if(argc<2) return 0; double d=strtod(argv[1],0); static char b[10]; 
 if(!(d>=0&&d<10)) return 0; 
 b[(int)d]=1; return 0; }
