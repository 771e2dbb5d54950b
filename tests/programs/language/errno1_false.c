// EXPECT: FALSE
// COMMAND: whet verify
#include <errno.h>
#include <assert.h>
#include <stdio.h>
int main(void){ errno=0; FILE*f=fopen("/nonexistent/zz","r"); assert(errno==0); if(f) fclose(f); return 0; }
