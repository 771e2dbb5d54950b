// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct T {int a;}; 
int main(void){ int s1=sizeof(struct T); { struct T; struct T {int a[10];}; s1=sizeof(struct T);} int n=3; for(int n=0;n<2;n++); assert(n==3); assert(s1==4); return 0; }
