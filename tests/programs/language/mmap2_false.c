// EXPECT: FALSE
// COMMAND: whet verify
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void){ int f=memfd_create("x",0); ftruncate(f,4096); int*a=mmap(0,4096,3,MAP_SHARED,f,0); int*b=mmap(0,4096,3,MAP_SHARED,f,0); if(a==MAP_FAILED||b==MAP_FAILED) return 0; *a=1; *b=2; assert(*a==1); return 0; }
