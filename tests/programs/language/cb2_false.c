// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <ftw.h>
#include <sys/stat.h>
int g; static int c(const char*p,const struct stat*s,int f){ g=1; return 1; }
int main(void){ ftw("/tmp",c,1); assert(g==0); return 0; }
