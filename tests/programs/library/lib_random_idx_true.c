// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
int main(void){ static int t[10]; t[random()%10]++; return 0; }
