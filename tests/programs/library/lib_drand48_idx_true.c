// EXPECT: TRUE
// COMMAND: whet verify
#define _DEFAULT_SOURCE
#include <stdlib.h>
int main(void){ static int t[10]; t[(int)(drand48()*10)]++; return 0; }
