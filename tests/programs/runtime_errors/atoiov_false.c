// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <ctype.h>
#include <limits.h>
static int num(const char*s){ int v=0; while(isdigit((unsigned char)*s)){
#if !BAD
 if(v>(INT_MAX-(*s-'0'))/10) return -1;
#endif
 v=v*10+(*s++-'0'); } return v; }
int main(int argc,char**argv){ if(argc>1) return num(argv[1])==42; return 0; }
