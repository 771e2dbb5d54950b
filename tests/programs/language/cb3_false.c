// EXPECT: FALSE
// COMMAND: whet verify
#define _GNU_SOURCE
#include <assert.h>
#include <link.h>
int g; static int c(struct dl_phdr_info*i,size_t s,void*d){ g=1; return 1; }
int main(void){ dl_iterate_phdr(c,0); assert(g==0); return 0; }
