// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <argp.h>
static int g; static error_t p(int k,char*a,struct argp_state*s){ g=1; return 0; }
int main(int c,char**v){ static struct argp a={0,p,0,0}; argp_parse(&a,c,v,0,0,0); assert(g==0); return 0; }
