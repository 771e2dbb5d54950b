// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdio.h>
void abort(void){ }
int main(void){ int x=1; abort(); assert(x==0); return 0; }
