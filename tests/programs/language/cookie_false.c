// EXPECT: FALSE
// COMMAND: whet verify
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
static int g; static ssize_t w(void*c,const char*b,size_t n){ g=1; return n; }
int main(void){ cookie_io_functions_t f={0,w,0,0}; FILE*o=fopencookie(0,"w",f); fputs("x",o); fclose(o); assert(g==0); return 0; }
