// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ srand(1); int a=rand(); srand(1); int b=rand(); assert(a==b); return 0; }
