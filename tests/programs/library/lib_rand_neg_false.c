// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
int main(void){ static int t[10]; t[(rand()*2)%10]++; return 0; }
