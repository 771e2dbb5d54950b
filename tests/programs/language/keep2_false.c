// EXPECT: FALSE
// COMMAND: whet verify
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
int main(void){ char b[16]="zzzz"; FILE*f=fmemopen(b,sizeof b,"w"); if(!f) return 0; fputs("hi",f); fclose(f); assert(b[0]=='z'); return 0; }
