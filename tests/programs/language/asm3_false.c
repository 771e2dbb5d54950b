// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int x=1; int *p=&x; __asm__ volatile("movl $5,(%0)"::"r"(p):"memory"); assert(x==1); return 0; }
