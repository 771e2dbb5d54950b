// EXPECT: TRUE
// COMMAND: whet verify
#define _DEFAULT_SOURCE
#include <stdlib.h>
int main(void){ static int t[10]; srand48(5); t[lrand48()%10]++; return 0; }
