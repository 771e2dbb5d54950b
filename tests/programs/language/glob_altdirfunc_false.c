// EXPECT: FALSE
// COMMAND: whet verify
#define _GNU_SOURCE
#include <assert.h>
#include <glob.h>
#include <dirent.h>
static int g; static void*od(const char*p){ g=1; return 0; }
int main(void){ glob_t b={0}; b.gl_opendir=od; glob("/tmp/x",GLOB_ALTDIRFUNC,0,&b); assert(g==0); return 0; }
