// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
#include <assert.h>
int main(void){ int a=rand(); int b=rand(); assert(a!=b || a<5); assert(a!=1804289383); return 0; }
