// EXPECT: FALSE
// COMMAND: whet verify
#include <limits.h>
int main(void){ volatile int a=INT_MIN; int b=-1; return a%b; }
