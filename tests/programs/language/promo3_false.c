// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
#include <limits.h>
int main(void){ volatile int a=INT_MIN; return abs(a)<0; }
