// EXPECT: FALSE
// COMMAND: whet verify
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
int main(void){ char*p=0; size_t n=0; FILE*f=open_memstream(&p,&n); fputs("hi",f); fclose(f); assert(n==0); return 0; }
