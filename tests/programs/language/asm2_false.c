// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g=1;
int main(void){ __asm__ volatile("movl $5,g(%%rip)":::"memory"); assert(g==1); return 0; }
