// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ srand(1); int a=rand()%100; int b=rand()%100; assert(a==b); return 0; }
